package io.videoplatform.internal.login;

import java.util.List;
import java.util.Set;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.TokenState;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.ClientProperties;
import io.videoplatform.internal.event.EventLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose token an application says to be dead.
 */
class InvalidateLoginTests {

	private final LoginParts parts = new LoginParts();

	private final Authentication ann = this.parts.logIn("ann");

	private final Authentication bob = this.parts.logIn("bob");

	private final PlatformClient client = new DefaultPlatformClient("platform", ClientProperties.DEFAULT,
			this.parts.client.discovery(),
			new LoginTokenSelector(this.parts.client, this.parts.resolver, new CallerCapture()), Set.of(),
			this.parts.clock, new EventLog(List.of()), false,
			new ClientBuilders(WebClient::builder, JdkClientHttpRequestFactory::new, (builder) -> {
			}, List::of, ObservationRegistry.NOOP, null), Mono.empty());

	@AfterEach
	void close() {
		SecurityContextHolder.clearContext();
		this.parts.close();
	}

	private TokenState state(Authentication login) {
		return this.parts.source(login).status().state();
	}

	@Test
	void invalidateWhenUserIsOnTheThreadThenOnlyThatUsersTokenIsRejected() {
		SecurityContextHolder.setContext(new SecurityContextImpl(this.ann));
		this.client.invalidate();
		assertThat(state(this.ann)).isEqualTo(TokenState.EXPIRED);
		assertThat(state(this.bob)).isEqualTo(TokenState.FRESH);
	}

	@Test
	void invalidateCurrentWhenUserIsInTheContextThenOnlyThatUsersTokenIsRejected() {
		SecurityContextHolder.setContext(new SecurityContextImpl(this.ann));
		this.client.invalidateCurrent()
			.contextWrite(ReactiveSecurityContextHolder.withAuthentication(this.bob))
			.block(LoginParts.PATIENCE);
		assertThat(state(this.ann)).isEqualTo(TokenState.FRESH);
		assertThat(state(this.bob)).isEqualTo(TokenState.EXPIRED);
	}

	@Test
	void invalidateWhenNobodyIsLoggedInThenNothingHappens() {
		this.client.invalidate();
		this.client.invalidateCurrent().block(LoginParts.PATIENCE);
		assertThat(state(this.ann)).isEqualTo(TokenState.FRESH);
		assertThat(state(this.bob)).isEqualTo(TokenState.FRESH);
	}

}
