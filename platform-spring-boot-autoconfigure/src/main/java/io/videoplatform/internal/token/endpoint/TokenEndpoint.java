package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/**
 * Sends token requests (RFC 6749, section 3.2) and explains the failures. No redirect is
 * followed: it would carry credentials to another place (RFC 9700, section 4.12).
 */
public final class TokenEndpoint {

	/**
	 * Beyond the exchange's own deadline, for what keeps that from being met.
	 */
	private static final Duration SLACK = Duration.ofSeconds(1);

	private final BoundedExchange exchange;

	private final Clock clock;

	private final Scheduler scheduler;

	/**
	 * Create a new instance.
	 * @param exchange sends requests, each over a connection of its own
	 * @param clock the clock that {@code Retry-After} is read by
	 * @param scheduler the threads that end a request which has no end of its own
	 */
	public TokenEndpoint(BoundedExchange exchange, Clock clock, Scheduler scheduler) {
		this.exchange = exchange;
		this.clock = clock;
		this.scheduler = scheduler;
	}

	/**
	 * Send one request. The client's secrets, sent or not, appear in no failure.
	 * @return what was read of the response; fails with a {@link TokenRequestException}
	 */
	<T> Mono<T> request(ClientRegistration registration, GrantParameters grant, Set<String> scopes,
			ClientCredentials credentials, Function<TokenResponse, T> reader) {
		URI endpoint = URI.create(registration.getProviderDetails().getTokenUri());
		return send(registration, endpoint, grant, scopes, credentials,
				(attempt, response) -> reader.apply(attempt.read(response)));
	}

	/**
	 * Revoke a refresh token (RFC 7009, section 2.1).
	 * @return completes with status 200; fails with a {@link TokenRequestException}
	 */
	Mono<Void> revoke(ClientRegistration registration, URI endpoint, String refreshToken,
			ClientCredentials credentials) {
		return send(registration, endpoint, GrantParameters.revocation(refreshToken), Set.of(), credentials,
				TokenResponseReader::requireAccepted)
			.then();
	}

	private <T> Mono<T> send(ClientRegistration registration, URI endpoint, GrantParameters grant, Set<String> scopes,
			ClientCredentials credentials, BiFunction<TokenResponseReader, BoundedResponse, T> reader) {
		return Mono.defer(() -> {
			String basic = basic(registration);
			TokenResponseReader attempt = new TokenResponseReader(endpoint, grant.grantType(),
					redaction(credentials, grant, basic), this.clock);
			return this.exchange
				.post(endpoint, (headers) -> addHeaders(headers, basic), grant.encode(parameters(registration, scopes)))
				.map((response) -> attempt.apply(reader, response))
				.timeout(this.exchange.deadline().plus(SLACK), this.scheduler)
				.onErrorMap(attempt::explain);
		});
	}

	private static Map<String, @Nullable String> parameters(ClientRegistration registration, Set<String> scopes) {
		ClientAuthenticationMethod method = registration.getClientAuthenticationMethod();
		Map<String, @Nullable String> parameters = new LinkedHashMap<>();
		if (!ClientAuthenticationMethod.CLIENT_SECRET_BASIC.equals(method)) {
			parameters.put("client_id", registration.getClientId());
		}
		if (ClientAuthenticationMethod.CLIENT_SECRET_POST.equals(method)) {
			parameters.put("client_secret", registration.getClientSecret());
		}
		parameters.put("scope", scopes.isEmpty() ? null : String.join(" ", scopes));
		return parameters;
	}

	/**
	 * Return the credentials of RFC 6749, section 2.3.1: both parts are form-encoded.
	 */
	private static @Nullable String basic(ClientRegistration registration) {
		if (!ClientAuthenticationMethod.CLIENT_SECRET_BASIC.equals(registration.getClientAuthenticationMethod())) {
			return null;
		}
		String pair = encode(registration.getClientId()) + ":"
				+ encode(Objects.requireNonNullElse(registration.getClientSecret(), ""));
		return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
	}

	private static String encode(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	private static Redaction redaction(ClientCredentials credentials, GrantParameters grant, @Nullable String basic) {
		return Redaction
			.of(Stream.concat(grant.secrets(), Stream.of(credentials.password(), credentials.clientSecret(), basic)));
	}

	private static void addHeaders(HttpHeaders headers, @Nullable String basic) {
		headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
		headers.setAccept(List.of(MediaType.APPLICATION_JSON));
		if (basic != null) {
			headers.setBasicAuth(basic);
		}
	}

}
