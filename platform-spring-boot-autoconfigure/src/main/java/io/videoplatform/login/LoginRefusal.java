package io.videoplatform.login;

/**
 * Why a login does not go on.
 *
 * @param registrationId the registration that the login was at
 * @param reason one sentence for a person
 */
public record LoginRefusal(String registrationId, String reason) {

}
