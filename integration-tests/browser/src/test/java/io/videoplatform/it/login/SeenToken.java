package io.videoplatform.it.login;

/**
 * A good token that the API host has seen.
 */
record SeenToken(String id, String subject, String session) {
}
