package io.videoplatform.it.kotlin

import io.videoplatform.test.ApiRequest
import io.videoplatform.test.AutoConfigureMockPlatform
import io.videoplatform.test.MockPlatform
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest

@SpringBootTest
@AutoConfigureMockPlatform
class JobsTests(@Autowired private val jobs: Jobs, @Autowired private val platform: MockPlatform) {

    @Test
    fun listWhenTokenIsRejectedThenCalledWithANewOne() {
        platform.stub("videos", """{"items": [{"id": "1", "title": "Intro"}]}""")
        jobs.list()
        platform.reject()
        assertThat(jobs.list()).containsExactly(Video("1", "Intro"))
        assertThat(platform.apiRequests().map(ApiRequest::status)).containsExactly(200, 401, 200)
    }

    @Test
    fun authorizationWhenAskedForByManyCoroutinesThenOneTokenRequest(): Unit = runBlocking {
        val before = jobs.tokenRequests()
        assertThat(List(100) { async { jobs.authorization() } }.awaitAll().toSet()).hasSize(1)
        assertThat(jobs.tokenRequests() - before).isEqualTo(1)
    }

}
