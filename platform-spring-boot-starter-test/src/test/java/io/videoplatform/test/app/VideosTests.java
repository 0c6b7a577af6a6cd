package io.videoplatform.test.app;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.TokenRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import org.springframework.web.reactive.function.client.WebClientResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests of an application that sets no property at all.
 */
@SpringBootTest(webEnvironment = WebEnvironment.NONE)
@AutoConfigureMockPlatform
class VideosTests {

	@Autowired
	private Videos videos;

	@Autowired
	private MockPlatform platform;

	@BeforeEach
	void stub(MockPlatform platform) {
		assertThat(platform).isSameAs(this.platform);
		platform.stub("videos", "[\"Intro\"]");
	}

	@Test
	void titlesWhenCalledTwiceThenOneTokenRequest() {
		assertThat(this.videos.titles()).isEqualTo("[\"Intro\"]");
		assertThat(this.videos.titles()).isEqualTo("[\"Intro\"]");
		assertThat(this.platform.tokenRequests())
			.extracting(TokenRequest::grantType, TokenRequest::client, TokenRequest::status)
			.containsExactly(tuple("password", "platform", 200));
		assertThat(this.platform.apiRequests()).hasSize(2).allSatisfy((request) -> {
			assertThat(request).returns("GET", ApiRequest::method)
				.returns("/v1/videos", ApiRequest::path)
				.returns("platform", ApiRequest::client)
				.returns(200, ApiRequest::status);
			assertThat(request.authorized()).isTrue();
			assertThat(request.headers().containsHeader(HttpHeaders.AUTHORIZATION)).isFalse();
		});
	}

	@Test
	void titlesWhenTokenIsRejectedThenCalledWithANewOne() {
		this.videos.titles();
		this.platform.reject();
		assertThat(this.videos.titles()).contains("Intro");
		assertThat(this.platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200, 401, 200);
		assertThat(this.platform.tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("password", "refresh_token");
	}

	@Test
	void titlesWhenTokenHasExpiredThenRefreshedBefore() {
		this.videos.titles();
		this.platform.expire();
		assertThat(this.videos.titles()).contains("Intro");
		assertThat(this.platform.apiRequests()).extracting(ApiRequest::status).containsExactly(200, 200);
		assertThat(this.platform.tokenRequests()).extracting(TokenRequest::grantType)
			.containsExactly("password", "refresh_token");
	}

	@Test
	void titlesWhenTokensAreRevokedThenBegunAgain() {
		this.videos.titles();
		this.platform.revoke();
		assertThat(this.videos.titles()).contains("Intro");
		assertThat(this.platform.tokenRequests())
			.extracting(TokenRequest::grantType, TokenRequest::client, TokenRequest::status)
			.containsExactly(tuple("password", "platform", 200), tuple("refresh_token", "platform", 400),
					tuple("password", "platform", 200));
	}

	@Test
	void titlesWhenPlatformIsDownThenFailureAndThenAgain() {
		this.videos.titles();
		this.platform.goDown();
		assertThatExceptionOfType(WebClientRequestException.class).isThrownBy(this.videos::titles);
		this.platform.comeBack();
		assertThat(this.videos.titles()).contains("Intro");
	}

	@Test
	void titlesWhenNoTokenCanBeAcquiredThenFailureWithThePause() {
		this.platform.tokenEndpoint().fail(503);
		Instant before = this.platform.clock().instant();
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(this.videos::titles)
			.satisfies((ex) -> assertThat(ex.getNextAttempt()).isAfter(before));
		this.platform.tokenEndpoint().recover();
		this.platform.advance(Duration.ofMinutes(1));
		assertThat(this.videos.titles()).contains("Intro");
	}

	@Test
	void titlesWhenResponseOfTheApiIsLostThenFailureOfTheCall() {
		this.platform.api().loseNext();
		assertThatExceptionOfType(WebClientRequestException.class).isThrownBy(this.videos::titles);
		assertThat(this.platform.apiRequests()).extracting(ApiRequest::status).containsExactly(-1);
		assertThat(this.videos.titles()).contains("Intro");
	}

	@Test
	void titlesWhenResponseWithTokenIsLostThenAnotherIsAcquired() {
		this.platform.tokenEndpoint().loseNext();
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(this.videos::titles);
		this.platform.advance(Duration.ofMinutes(1));
		assertThat(this.videos.titles()).contains("Intro");
		assertThat(this.platform.tokenRequests()).extracting(TokenRequest::status).startsWith(-1).endsWith(200);
	}

	@Test
	void titlesWhenApiFailsOnceThenOnce() {
		this.platform.api().failNext(500).failNext("insufficient_scope");
		assertThatExceptionOfType(WebClientResponseException.InternalServerError.class).isThrownBy(this.videos::titles);
		assertThatExceptionOfType(WebClientResponseException.Forbidden.class).isThrownBy(this.videos::titles);
		assertThat(this.videos.titles()).contains("Intro");
	}

	@Test
	void clockWhenInjectedThenStillTheApplicationsOwn(@Autowired ObjectProvider<Clock> clock) {
		assertThat(clock.getIfAvailable()).isNull();
	}

}
