package io.videoplatform.samples.cluster;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Token request, as the local platform lists it.
 *
 * @param time when it came in
 * @param grantType the grant
 * @param session the session of the refresh token, or {@code null} for other grants
 * @param generation number of the refresh token within its session
 * @param sender the node
 * @param status the status of the response
 */
record TokenRequest(Instant time, String grantType, @Nullable String session, int generation, String sender,
		int status) {

	boolean isAccepted() {
		return this.status == 200;
	}

}
