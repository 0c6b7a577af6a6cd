package io.videoplatform.samples.localplatform.authorization;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Token request that was made, without anything secret.
 *
 * @param time when it came in
 * @param grantType the grant
 * @param session the session of the refresh token, or {@code null} for other grants
 * @param generation number of the refresh token within its session, from 1; requests with
 * the same refresh token have the same number, and 0 stands for other grants
 * @param sender the header {@code User-Agent}
 * @param status the status of the response
 */
record TokenRequest(Instant time, String grantType, @Nullable String session, int generation, String sender,
		int status) {

}
