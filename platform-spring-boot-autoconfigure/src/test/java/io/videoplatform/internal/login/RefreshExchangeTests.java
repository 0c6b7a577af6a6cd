package io.videoplatform.internal.login;

import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.internal.token.login.LoginKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.endpoint.OAuth2RefreshTokenGrantRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What Spring Security's managers refresh.
 */
class RefreshExchangeTests {

	private final LoginParts parts = new LoginParts();

	private final Authentication ann = this.parts.logIn("ann");

	private final LoginKey login = this.parts.resolver.of(this.ann);

	@AfterEach
	void close() {
		this.parts.close();
	}

	private Mono<OAuth2AccessTokenResponse> refresh() {
		OAuth2AuthorizedClient held = this.parts.tokens()
			.load("platform", this.login, "ann")
			.block(LoginParts.PATIENCE);
		assertThat(held).isNotNull();
		return new RefreshExchange(this.parts.registrations, this.parts.clock)
			.refresh(new OAuth2RefreshTokenGrantRequest(held.getClientRegistration(), held.getAccessToken(),
					held.getRefreshToken()));
	}

	@Test
	void refreshWhenLoginIsHeldThenItsTokens() {
		assertThat(refresh().block(LoginParts.PATIENCE).getAccessToken().getTokenValue())
			.isEqualTo(this.parts.source(this.ann).current().value());
	}

	@Test
	void refreshWhenLoginHasEndedThenLoginIsRequired() {
		Mono<OAuth2AccessTokenResponse> refresh = refresh();
		this.parts.client.tokens().end(this.login);
		assertThatExceptionOfType(ClientAuthorizationRequiredException.class)
			.isThrownBy(() -> refresh.block(LoginParts.PATIENCE));
	}

	/**
	 * One round for each step that can be seen from outside, until the refresh is over
	 * before the login ends.
	 */
	@Test
	void refreshWhenLoginEndsAtAnyStepThenLoginIsRequired() {
		int step = 0;
		while (endsDuringRefresh(++step)) {
			this.parts.logIn("ann");
		}
		assertThat(step).as("steps seen").isGreaterThan(2);
	}

	private boolean endsDuringRefresh(int step) {
		Mono<OAuth2AccessTokenResponse> refresh = refresh();
		AtomicInteger steps = new AtomicInteger();
		this.parts.clock.onRead(() -> {
			if (steps.incrementAndGet() == step) {
				this.parts.client.tokens().end(this.login);
			}
		});
		Throwable thrown = catchThrowable(() -> assertThat(refresh.block(LoginParts.PATIENCE)).isNotNull());
		boolean ended = steps.get() >= step;
		this.parts.clock.onRead(() -> {
		});
		assertThat(thrown).satisfiesAnyOf((none) -> assertThat(none).isNull(),
				(required) -> assertThat(required).isInstanceOf(ClientAuthorizationRequiredException.class));
		return ended;
	}

}
