package io.videoplatform.it.proxy;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A request that arrived at the token endpoint.
 *
 * @param at when it arrived
 * @param grantType the requested grant, empty if it names none
 * @param clientId the client that the form names, {@code null} if it names none
 * @param refreshTokenHash the SHA-256 hash of its refresh token, {@code null} without one
 * @since 0.1.0
 */
public record TokenRequest(Instant at, String grantType, @Nullable String clientId, @Nullable String refreshTokenHash) {
}
