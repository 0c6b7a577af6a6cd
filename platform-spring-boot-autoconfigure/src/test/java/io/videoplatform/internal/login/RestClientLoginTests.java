package io.videoplatform.internal.login;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

import io.micrometer.observation.ObservationRegistry;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.TokenState;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.event.EventDispatcher;
import io.videoplatform.internal.event.EventLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose token a call of a {@code RestClient} carries, and whose is invalidated.
 */
class RestClientLoginTests {

	private static final int CALLS = 200;

	private final LoginParts parts = new LoginParts();

	private final Authentication ann = this.parts.logIn("ann");

	private final Authentication bob = this.parts.logIn("bob");

	private final CallerCapture callers = new CallerCapture();

	private final PlatformClient client = new DefaultPlatformClient("platform", ClientPropertyNames.DEFAULT,
			this.parts.client.discovery(), new LoginTokenSelector(this.parts.client, this.parts.resolver, this.callers),
			Set.of(), this.parts.clock, new EventLog(List.of(), new EventDispatcher(List.of())), false,
			new ClientBuilders(WebClient::builder, () -> returningTheToken(), (builder) -> {
			}, List::of, ObservationRegistry.NOOP, null), Mono.empty());

	@AfterEach
	void close() {
		this.callers.destroy();
		SecurityContextHolder.clearContext();
		this.parts.close();
	}

	private static ClientHttpRequestFactory returningTheToken() {
		return (uri, method) -> new MockClientHttpRequest(method, uri) {

			@Override
			protected ClientHttpResponse executeInternal() throws IOException {
				String authorization = String.valueOf(getHeaders().getFirst(HttpHeaders.AUTHORIZATION));
				return new MockClientHttpResponse(authorization.getBytes(), HttpStatus.OK);
			}

		};
	}

	private String call() {
		return String.valueOf(this.client.restClient().get().uri("videos").retrieve().body(String.class));
	}

	private String expected(Authentication login) {
		return this.parts.source(login).held().accessToken().authorization();
	}

	@Test
	void callWhenTwoUsersCallOnTwoThreadsThenEachWithTheirOwnToken() {
		this.callers.afterSingletonsInstantiated();
		CyclicBarrier together = new CyclicBarrier(2);
		CompletableFuture<Void> first = callAs(this.ann, together);
		CompletableFuture<Void> second = callAs(this.bob, together);
		assertThat(expected(this.ann)).isNotEqualTo(expected(this.bob));
		assertThat(first).succeedsWithin(LoginParts.PATIENCE);
		assertThat(second).succeedsWithin(LoginParts.PATIENCE);
	}

	private CompletableFuture<Void> callAs(Authentication user, CyclicBarrier together) {
		return CompletableFuture.runAsync(() -> {
			SecurityContextHolder.setContext(new SecurityContextImpl(user));
			for (int i = 0; i < CALLS; i++) {
				meet(together);
				assertThat(call()).isEqualTo(expected(user));
				assertThat("Bearer " + this.client.token().value()).isEqualTo(expected(user));
			}
		}, (task) -> new Thread(task).start());
	}

	private static void meet(CyclicBarrier together) {
		try {
			together.await();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
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
