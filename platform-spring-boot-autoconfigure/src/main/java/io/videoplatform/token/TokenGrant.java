package io.videoplatform.token;

import org.jspecify.annotations.Nullable;

/**
 * What a token request brought.
 *
 * @param accessToken the access token
 * @param refreshToken the refresh token to use from now on
 */
record TokenGrant(AccessToken accessToken, @Nullable RefreshToken refreshToken) {

}
