package io.videoplatform.client;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What the engine holds for one key at one moment, without the tokens themselves.
 *
 * <pre class="code">
 * boolean isFresh(PlatformClient client) {
 *     TokenStatus token = client.snapshot().token();
 *     return token != null &amp;&amp; token.state() == TokenState.FRESH;
 * }
 * </pre>
 *
 * @param state what the access token is good for
 * @param obtainedAt when it was requested
 * @param refreshAt from when on a refresh runs behind
 * @param expiresAt from when on it is not sent any more
 * @param refreshable whether a refresh token is held
 * @param refreshTokenExpiresAt when the refresh token ends, if it does
 * @param requests the number of token requests sent
 * @param inFlight whether a flight is under way
 * @param failures the number of failures in a row
 * @param nextAttempt when the next flight may start after a failure
 * @param lastFailure what the last flight failed of
 * @param failingSince when the first of these failures was
 * @param failureType the name of what the last flight failed of, as metrics have it in
 * {@code error.type}
 * @since 0.1.0
 */
public record TokenStatus(TokenState state, @Nullable Instant obtainedAt, @Nullable Instant refreshAt,
		@Nullable Instant expiresAt, boolean refreshable, @Nullable Instant refreshTokenExpiresAt, long requests,
		boolean inFlight, int failures, @Nullable Instant nextAttempt, @Nullable String lastFailure,
		@Nullable Instant failingSince, @Nullable String failureType) {

}
