package io.videoplatform.it.kotlin

import org.springframework.beans.factory.annotation.Qualifier
import org.springframework.stereotype.Service
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.awaitBody

/**
 * The videos of the user who is logged in.
 */
@Service
class Videos(@Qualifier("platformWebClient") private val platform: WebClient) {

    suspend fun list(): List<Video> = platform.get().uri("videos").retrieve().awaitBody<VideoList>().items

}
