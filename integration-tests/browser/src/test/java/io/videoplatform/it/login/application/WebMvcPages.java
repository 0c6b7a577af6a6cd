package io.videoplatform.it.login.application;

import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The pages of the application on WebMVC.
 */
@RestController
class WebMvcPages {

	private final Videos videos;

	WebMvcPages(Videos videos) {
		this.videos = videos;
	}

	@GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
	String start() {
		return Html.start();
	}

	@GetMapping("/me")
	Me me(@AuthenticationPrincipal OidcUser user, HttpSession session) {
		return Me.of(user, session.getId());
	}

	@GetMapping("/videos")
	@Nullable PlatformResponse videos() {
		return this.videos.ofUser().block();
	}

	@GetMapping("/jobs")
	@Nullable PlatformResponse jobs() {
		return this.videos.ofJob().block();
	}

	@GetMapping("/tokens")
	Tokens tokens(@RegisteredOAuth2AuthorizedClient("platform") OAuth2AuthorizedClient client) {
		return Tokens.of(client);
	}

	@GetMapping(path = "/login", produces = MediaType.TEXT_HTML_VALUE)
	String login() {
		return Html.login();
	}

	@GetMapping(path = "/logout", produces = MediaType.TEXT_HTML_VALUE)
	String logout(CsrfToken csrf) {
		return Html.logout(csrf.getParameterName(), csrf.getToken());
	}

}
