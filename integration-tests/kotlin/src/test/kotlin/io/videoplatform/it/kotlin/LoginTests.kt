package io.videoplatform.it.kotlin

import io.videoplatform.test.ApiRequest
import io.videoplatform.test.AutoConfigureMockPlatform
import io.videoplatform.test.MockPlatform
import io.videoplatform.testing.Browser
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment
import org.springframework.boot.test.web.server.LocalServerPort

/**
 * Calls in coroutines, for users who have logged in.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = ["spring.main.web-application-type=reactive"]
)
@AutoConfigureMockPlatform
class LoginTests(@Autowired private val platform: MockPlatform, @LocalServerPort port: Int) {

    private val browser = Browser("http://localhost:$port")

    @BeforeEach
    fun logIn() {
        platform.stub("videos", """{"items": [{"id": "1", "title": "Intro"}]}""").user("ann")
        open("/videos")
    }

    private fun open(path: String): String =
        browser.follow(browser.get(path, "Accept", "text/html,application/json;q=0.9")).body()

    private fun users(): List<String?> = platform.apiRequests().map(ApiRequest::user)

    @Test
    fun pageWhenItSuspendsThenCalledForItsUser() {
        assertThat(open("/videos")).contains("Intro")
        assertThat(users()).containsExactly("ann", "ann")
    }

    @Test
    fun pageWhenCoroutinesRunOnOtherThreadsThenCalledForItsUser() {
        assertThat(open("/twice")).contains("Intro")
        assertThat(users()).containsExactly("ann", "ann", "ann")
    }

    @Test
    fun pageWhenScopeHasTheContextThenCalledForItsUser() {
        assertThat(open("/import")).contains("Intro")
        assertThat(users()).containsExactly("ann", "ann")
    }

    @Test
    fun pageWhenScopeHasNoContextThenNoCall() {
        assertThat(open("/import-without-user")).contains("PlatformAuthorizationException")
        assertThat(users()).containsExactly("ann")
    }

}
