package io.videoplatform.it.kotlin

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/**
 * Pages that wait for what would go on after the request.
 */
@RestController
class ImportPages(private val imports: Imports) {

    @GetMapping("/import")
    suspend fun forUser(): List<Video> = imports.start().await()

    @GetMapping("/import-without-user")
    suspend fun withoutUser(): String = runCatching { imports.startWithoutUser().await() }.toString()

}
