package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.Redaction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;

/**
 * Requests the claims of a user from the UserInfo endpoint and validates the response
 * (OpenID Connect Core 1.0, sections 5.3 and 5.3.4). No redirect is followed: it would
 * send the access token to another server.
 *
 * @param client the client whose user it is
 * @param clock the clock
 * @param signed verifies a signed response and returns its claims
 */
record UserInfoClient(OidcClient client, Clock clock, Function<String, Mono<Map<String, Object>>> signed) {

	/**
	 * Request the claims, which may come as a JSON object or as a signed JWT.
	 * @param subject the subject of the ID token
	 * @return the claims; fails with a {@link MalformedResponseException} or a
	 * {@code BadJwtException} if they are refused, and with an
	 * {@link LoginUnavailableException} if the provider may respond later
	 */
	Mono<Map<String, Object>> claims(URI url, String accessToken, String subject) {
		return this.client.exchange()
			.get(url, "{userinfo_endpoint}", (headers) -> addHeaders(headers, accessToken))
			.flatMap((response) -> read(url, response))
			.doOnNext((claims) -> validateSubject(claims, subject))
			.onErrorMap(ExchangeFailedException.class, (ex) -> failed(url, ex, accessToken));
	}

	private static void addHeaders(HttpHeaders headers, String accessToken) {
		headers.setAccept(List.of(MediaType.APPLICATION_JSON, new MediaType("application", "jwt")));
		headers.setBearerAuth(accessToken);
	}

	private Mono<Map<String, Object>> read(URI url, BoundedResponse response) {
		int status = response.status();
		if (status >= 500 || status == 429) {
			Instant now = this.clock.instant();
			Duration wait = response.retryAfter(now);
			throw unavailable(url, PlatformError.of(String.valueOf(status)), "failed with status " + status,
					(wait != null) ? now.plus(wait) : null);
		}
		if (status != 200) {
			throw new MalformedResponseException("has status " + status);
		}
		return isJwt(response) ? this.signed.apply(new String(response.body(), StandardCharsets.US_ASCII).trim())
				: Mono.just(response.json());
	}

	private static boolean isJwt(BoundedResponse response) {
		return response.contentType().toLowerCase(Locale.ROOT).startsWith("application/jwt");
	}

	private static void validateSubject(Map<String, Object> claims, String expected) {
		if (!(claims.get(IdTokenClaimNames.SUB) instanceof String subject) || subject.isEmpty()) {
			throw new MalformedResponseException("does not say whom it is about ('sub')");
		}
		if (!subject.equals(expected)) {
			throw new MalformedResponseException("is about another user ('sub') than the ID token");
		}
	}

	/**
	 * The cause is left out: it would quote a malformed response that echoes the request.
	 */
	private LoginUnavailableException failed(URI url, ExchangeFailedException ex, String accessToken) {
		String message = Redaction.of(Stream.of(accessToken)).apply(String.valueOf(ex.getMessage()));
		return unavailable(url, ex.error(), "failed: " + message, null);
	}

	private LoginUnavailableException unavailable(URI url, PlatformError error, String reason,
			@Nullable Instant nextAttempt) {
		return new LoginUnavailableException(
				this.client.explain(error, "The UserInfo request to %s %s".formatted(PrintableUrl.of(url), reason)),
				error, PlatformStep.USERINFO_REQUEST, PrintableUrl.of(url), nextAttempt, null);
	}

}
