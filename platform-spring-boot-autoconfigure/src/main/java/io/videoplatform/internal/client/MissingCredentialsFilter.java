package io.videoplatform.internal.client;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.http.PrintableUrl;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * The filter of a client without credentials: a request that should carry a token fails,
 * one with a caller's own {@code Authorization} header is sent.
 */
final class MissingCredentialsFilter implements ExchangeFilterFunction {

	private final String properties;

	private final TrustedOrigins trusted;

	MissingCredentialsFilter(String client, TrustedOrigins trusted) {
		this.properties = client.equals(PlatformClients.DEFAULT) ? client : "platform.clients." + client;
		this.trusted = trusted;
	}

	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		if (request.headers().containsHeader(HttpHeaders.AUTHORIZATION) || !this.trusted.contains(request.url())) {
			return next.exchange(request);
		}
		return Mono.error(() -> new PlatformAuthorizationException(
				("No credentials are set: set '%1$s.username' and '%1$s.password',"
						+ " or '%1$s.client-id', '%1$s.client-secret' and '%1$s.grant-type'")
					.formatted(this.properties),
				PlatformStep.TOKEN_REQUEST, PrintableUrl.of(request.url()), false, null, null, null));
	}

}
