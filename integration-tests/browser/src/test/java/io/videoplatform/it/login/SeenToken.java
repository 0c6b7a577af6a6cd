package io.videoplatform.it.login;

/**
 * A good token that the API host has seen.
 *
 * @param id the token's own identifier
 * @param subject for whom it was issued
 * @param session the user's session at Keycloak, empty for a token without a user
 */
record SeenToken(String id, String subject, String session) {
}
