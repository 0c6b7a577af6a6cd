package io.videoplatform.it.kotlin

import jakarta.servlet.http.HttpServletRequest
import jakarta.servlet.http.HttpServletResponse
import kotlinx.coroutines.CompletableDeferred
import org.springframework.beans.factory.annotation.Qualifier
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.client.RestClient
import org.springframework.web.client.requiredBody
import org.springframework.web.servlet.AsyncHandlerInterceptor
import org.springframework.web.servlet.config.annotation.InterceptorRegistry
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer
import java.util.concurrent.CountDownLatch

/**
 * Pages of which one resumes the coroutine of another, after the thread of that has left
 * it.
 */
@RestController
class TurnPages(@Qualifier("platformRestClient") private val platform: RestClient) :
    WebMvcConfigurer, AsyncHandlerInterceptor {

    private val turn = CompletableDeferred<Unit>()

    private val suspended = CountDownLatch(1)

    @GetMapping("/wait-for-turn")
    suspend fun await(): String {
        turn.await()
        return runCatching { platform.get().uri("videos").retrieve().requiredBody<String>() }.toString()
    }

    @GetMapping("/give-turn")
    fun resume() {
        suspended.await()
        turn.complete(Unit)
    }

    override fun addInterceptors(registry: InterceptorRegistry) {
        registry.addInterceptor(this).addPathPatterns("/wait-for-turn")
    }

    override fun afterConcurrentHandlingStarted(
        request: HttpServletRequest,
        response: HttpServletResponse,
        handler: Any
    ) = suspended.countDown()

}
