package io.videoplatform.test.app;

import java.time.Duration;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.TokenRequest;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * A test sees nothing of those before it, in one application context.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@AutoConfigureMockPlatform
@TestMethodOrder(OrderAnnotation.class)
class IndependentTests {

	@Autowired
	private Videos videos;

	@Autowired
	private MockPlatform platform;

	@Test
	@Order(1)
	void oneHoldsAToken() {
		this.platform.rotateRefreshTokens().stub("videos", "[1]");
		assertThat(this.videos.titles()).isEqualTo("[1]");
	}

	@Test
	@Order(2)
	void twoHasNoStubAndAcquiresATokenOfItsOwn() {
		assertThatExceptionOfType(WebClientResponseException.NotFound.class).isThrownBy(this.videos::titles);
		assertThat(this.platform.tokenRequests())
			.extracting(TokenRequest::grantType, TokenRequest::client, TokenRequest::status)
			.containsExactly(tuple("password", "platform", 200));
		assertThat(this.platform.apiRequests()).hasSize(1);
	}

	@Test
	@Order(3)
	void threeIsRefused() {
		this.platform.tokenEndpoint().fail("invalid_client");
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(this.videos::titles);
	}

	@Test
	@Order(4)
	void fourHasNoPauseAndGoesDown() {
		this.platform.stub("videos", "[4]");
		assertThat(this.videos.titles()).isEqualTo("[4]");
		this.platform.goDown();
	}

	@Test
	@Order(5)
	void fiveIsUp() {
		this.platform.stub("videos", "[5]");
		assertThat(this.videos.titles()).isEqualTo("[5]");
		assertThat(this.platform.tokenRequests()).hasSize(1);
	}

	@Test
	@Order(6)
	void sixGivesUpWhileItsTokenRequestWaits(@Autowired @Qualifier("platformWebClient") WebClient client) {
		this.platform.tokenEndpoint().fail(503).delay(Duration.ofMinutes(10));
		assertThatIllegalStateException()
			.isThrownBy(() -> client.get().retrieve().toBodilessEntity().block(Duration.ofMillis(500)))
			.withMessageContaining("Timeout");
	}

	@Test
	@Order(7)
	void sevenDoesNotWaitForIt() {
		this.platform.stub("videos", "[7]");
		assertThat(this.videos.titles()).isEqualTo("[7]");
	}

}
