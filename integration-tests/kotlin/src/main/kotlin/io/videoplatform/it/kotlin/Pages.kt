package io.videoplatform.it.kotlin

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/**
 * Pages for users who are logged in.
 */
@RestController
class Pages(private val videos: Videos) {

    @GetMapping("/videos")
    suspend fun list(): List<Video> = videos.list()

    @GetMapping("/twice")
    suspend fun twice(): List<Video> = coroutineScope {
        List(2) { async(Dispatchers.IO) { videos.list() } }.awaitAll().flatten()
    }

}
