package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.JsonObjectReader;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.RetryAfter;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Asks for the user's claims (OpenID Connect Core 1.0, section 5.3). No redirect is
 * followed: it would carry the access token to another place.
 *
 * @param exchange sends the request
 * @param clock the clock
 * @param signed verifies a signed response and returns its claims
 */
record UserInfoEndpoint(BoundedExchange exchange, Clock clock, Function<String, Mono<Map<String, Object>>> signed) {

	/**
	 * What may stand in a header (RFC 6750, section 2.1).
	 */
	private static final Pattern BEARER_TOKEN = Pattern.compile("[A-Za-z0-9\\-._~+/]+=*");

	/**
	 * Ask for the claims, which may come as a JSON object or signed.
	 * @param url the endpoint
	 * @param accessToken the access token
	 * @return the claims, those that are {@code null} left out; fails with a
	 * {@link MalformedResponseException} or an {@link IdTokenRefusal}, or with an
	 * {@link OidcProviderUnavailableException} if the provider may answer later
	 */
	Mono<Map<String, Object>> claims(URI url, String accessToken) {
		if (!BEARER_TOKEN.matcher(accessToken).matches()) {
			return Mono.error(
					new MalformedResponseException("cannot be asked for: the access token is no bearer token", null));
		}
		return this.exchange.get(url, (headers) -> addHeaders(headers, accessToken))
			.flatMap((answer) -> read(url, answer))
			.doOnNext((claims) -> claims.values().removeIf(Objects::isNull))
			.onErrorMap(ExchangeFailedException.class, (ex) -> failed(url, ex, accessToken));
	}

	private static void addHeaders(HttpHeaders headers, String accessToken) {
		headers.setAccept(List.of(MediaType.APPLICATION_JSON, new MediaType("application", "jwt")));
		headers.setBearerAuth(accessToken);
	}

	private Mono<Map<String, Object>> read(URI url, BoundedResponse answer) {
		int status = answer.status();
		if (status >= 500 || status == 429) {
			Instant now = this.clock.instant();
			Duration wait = RetryAfter.parse(answer.header(HttpHeaders.RETRY_AFTER), now);
			throw unavailable(url, "was answered with status " + status, (wait != null) ? now.plus(wait) : null);
		}
		if (status != 200) {
			throw new MalformedResponseException("has status " + status, null);
		}
		if (answer.isHtml()) {
			throw new MalformedResponseException("is HTML, as captive portals and firewalls send it", null);
		}
		return isJwt(answer) ? this.signed.apply(new String(answer.body(), StandardCharsets.US_ASCII).trim())
				: Mono.just(JsonObjectReader.read(answer.body()));
	}

	private static boolean isJwt(BoundedResponse answer) {
		return answer.contentType().toLowerCase(Locale.ROOT).startsWith("application/jwt");
	}

	/**
	 * The cause is not passed on: a broken answer that echoes the request would be quoted
	 * in it.
	 */
	private static OidcProviderUnavailableException failed(URI url, ExchangeFailedException ex, String accessToken) {
		return unavailable(url, "failed: " + String.valueOf(ex.getMessage()).replace(accessToken, "***"), null);
	}

	private static OidcProviderUnavailableException unavailable(URI url, String reason, @Nullable Instant nextAttempt) {
		return new OidcProviderUnavailableException(
				"The UserInfo request to %s %s.".formatted(PrintableUrl.of(url), reason), PlatformStep.USERINFO_REQUEST,
				PrintableUrl.of(url), nextAttempt, null);
	}

}
