package io.videoplatform.samples.clusternode;

import io.videoplatform.PlatformException;
import io.videoplatform.login.PlatformUser;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoint that calls the platform for the user who is logged in.
 */
@RestController
class VideoController {

	private final Videos videos;

	private final Calls calls;

	private final String name;

	VideoController(Videos videos, Calls calls, @Value("${spring.application.name}") String name) {
		this.videos = videos;
		this.calls = calls;
		this.name = name;
	}

	@GetMapping("/videos")
	Response videos(@AuthenticationPrincipal OidcUser user) {
		int total = this.videos.count();
		this.calls.callFor(PlatformUser.of(user));
		return new Response(this.name, user.getName(), total);
	}

	/**
	 * Leave to Spring Security what is its own, though its cause is one of the others.
	 */
	@ExceptionHandler
	void loginHasEnded(ClientAuthorizationRequiredException ex) {
		throw ex;
	}

	/**
	 * While Redis does not respond, a token that has expired is not refreshed.
	 */
	@ExceptionHandler
	ProblemDetail unavailable(PlatformException ex) {
		HttpStatus status = ex.isRetryable() ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.BAD_GATEWAY;
		return ProblemDetail.forStatusAndDetail(status,
				"The platform cannot be called at the moment: " + ex.getMessage());
	}

	/**
	 * Response to the user.
	 *
	 * @param node the node that responded
	 * @param user the user
	 * @param videos the number of videos at the platform
	 */
	record Response(String node, String user, int videos) {

	}

}
