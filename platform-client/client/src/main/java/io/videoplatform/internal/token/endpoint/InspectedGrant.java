package io.videoplatform.internal.token.endpoint;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A grant that was requested to look at it, with what its response says. Its
 * {@code toString()} shows no token.
 *
 * @param grant the tokens
 * @param expiresIn the access token's lifetime in seconds, as it is stated
 * @param missingScopes the requested scopes that were not granted
 */
public record InspectedGrant(TokenGrant grant, @Nullable Long expiresIn, Set<String> missingScopes) {

}
