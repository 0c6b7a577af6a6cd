package io.videoplatform.test;

/**
 * A request that a {@link MockPlatform} has received at its token endpoint. It holds
 * neither tokens nor secrets.
 *
 * @param grantType the grant (RFC 6749, section 4), such as {@code password} or
 * {@code refresh_token}
 * @param client the identifier of the client: its name in the application
 * @param status the status of the response, or -1 if the response was lost
 * @since 0.1.0
 */
public record TokenRequest(String grantType, String client, int status) {

}
