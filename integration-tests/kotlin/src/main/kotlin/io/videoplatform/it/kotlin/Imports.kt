package io.videoplatform.it.kotlin

import jakarta.annotation.PreDestroy
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.reactor.ReactorContext
import org.springframework.stereotype.Service
import kotlin.coroutines.EmptyCoroutineContext

/**
 * Work that goes on after the request of the user whom it is done for.
 */
@Service
class Imports(private val videos: Videos) {

    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)

    suspend fun start(): Deferred<List<Video>> {
        val context = currentCoroutineContext()[ReactorContext] ?: EmptyCoroutineContext
        return scope.async(context) { videos.list() }
    }

    fun startWithoutUser(): Deferred<List<Video>> = scope.async { videos.list() }

    @PreDestroy
    fun stop() = scope.cancel()

}
