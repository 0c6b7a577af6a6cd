package io.videoplatform.samples.clusternode;

import io.videoplatform.login.PlatformUser;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
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
	 * Response to the user.
	 *
	 * @param node the node that responded
	 * @param user the user
	 * @param videos the number of videos at the platform
	 */
	record Response(String node, String user, int videos) {

	}

}
