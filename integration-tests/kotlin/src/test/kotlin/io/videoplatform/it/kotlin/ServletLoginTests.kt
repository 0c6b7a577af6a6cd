package io.videoplatform.it.kotlin

import io.videoplatform.test.ApiRequest
import io.videoplatform.test.AutoConfigureMockPlatform
import io.videoplatform.test.MockPlatform
import io.videoplatform.testing.Browser
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment
import org.springframework.boot.test.web.server.LocalServerPort
import java.util.concurrent.CompletableFuture

/**
 * Calls in coroutines of a servlet application, whose threads have users.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = ["spring.main.web-application-type=servlet"]
)
@AutoConfigureMockPlatform
class ServletLoginTests(@Autowired private val platform: MockPlatform, @LocalServerPort private val port: Int) {

    private fun logIn(user: String): Browser {
        platform.user(user)
        val browser = Browser("http://localhost:$port")
        browser.open("/oauth2/authorization/platform")
        assertThat(browser.get("/videos", "Accept", "application/json").body()).contains("Intro")
        return browser
    }

    @Test
    fun pageWhenRequestOfAnotherUserResumesItThenNotCalledForThatUser() {
        platform.stub("videos", """{"items": [{"id": "1", "title": "Intro"}]}""")
        val ann = logIn("ann")
        val bob = logIn("bob")
        val page = CompletableFuture.supplyAsync { ann.get("/wait-for-turn").body() }
        assertThat(bob.get("/give-turn").statusCode()).isEqualTo(200)
        assertThat(page.join()).contains("PlatformAuthorizationException")
        assertThat(platform.apiRequests().map(ApiRequest::user)).containsExactly("ann", "bob")
    }

}
