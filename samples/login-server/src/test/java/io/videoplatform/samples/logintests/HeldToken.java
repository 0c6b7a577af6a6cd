package io.videoplatform.samples.logintests;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.videoplatform.client.DiscoverySnapshot;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.PlatformToken;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import reactor.core.publisher.Mono;

import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Client that holds one token for all users, for tests of the pages alone.
 *
 * @param webClient sends the calls
 * @since 0.1.0
 */
public record HeldToken(WebClient webClient) implements PlatformClients, PlatformClient {

	/**
	 * When the token was obtained.
	 */
	public static final Instant OBTAINED_AT = Instant.parse("2030-01-01T12:00:00Z");

	@Override
	public PlatformClient get(String name) {
		return this;
	}

	@Override
	public Set<String> names() {
		return Set.of(name());
	}

	@Override
	public String name() {
		return DEFAULT;
	}

	@Override
	public RestClient restClient() {
		throw unused();
	}

	@Override
	public ExchangeFilterFunction exchangeFilter() {
		throw unused();
	}

	@Override
	public ClientHttpRequestInterceptor requestInterceptor() {
		throw unused();
	}

	@Override
	public PlatformToken token() {
		throw unused();
	}

	@Override
	public Mono<PlatformToken> currentToken() {
		throw unused();
	}

	@Override
	public Mono<ClientRegistration> registration() {
		throw unused();
	}

	private static UnsupportedOperationException unused() {
		return new UnsupportedOperationException("The pages use the WebClient alone");
	}

	@Override
	public PlatformSnapshot snapshot() {
		TokenStatus token = new TokenStatus(TokenState.FRESH, OBTAINED_AT, OBTAINED_AT.plusSeconds(24),
				OBTAINED_AT.plusSeconds(30), true, null, 7, false, 0, null, null, null, null);
		DiscoverySnapshot discovery = new DiscoverySnapshot(List.of(), null, null, null);
		return new PlatformSnapshot(name(), URI.create("http://127.0.0.1/v1/"), OBTAINED_AT, discovery, token, 0, 0,
				List.of());
	}

	@Override
	public Mono<PlatformSnapshot> currentSnapshot() {
		return Mono.fromSupplier(this::snapshot);
	}

	@Override
	public void invalidate() {
		// There is only one token, and it is always good
	}

	@Override
	public Mono<Void> invalidateCurrent() {
		return Mono.fromRunnable(this::invalidate);
	}

}
