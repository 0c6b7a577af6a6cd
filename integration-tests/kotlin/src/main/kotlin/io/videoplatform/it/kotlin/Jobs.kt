package io.videoplatform.it.kotlin

import io.videoplatform.client.PlatformClients
import kotlinx.coroutines.reactor.awaitSingle
import org.springframework.stereotype.Service
import org.springframework.web.client.RestClient
import org.springframework.web.client.requiredBody

/**
 * Calls of a service account.
 */
@Service
class Jobs(clients: PlatformClients) {

    private val platform = clients.get("jobs")

    private val restClient: RestClient = platform.restClient()

    fun list(): List<Video> = restClient.get().uri("videos").retrieve().requiredBody<VideoList>().items

    suspend fun authorization(): String = "Bearer " + platform.currentToken().awaitSingle().value()

    fun tokenRequests(): Long = platform.snapshot().token()?.requests() ?: 0

}
