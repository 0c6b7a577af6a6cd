package io.videoplatform.it.login.application;

import reactor.core.publisher.Mono;

import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.server.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;

/**
 * The pages of the application on WebFlux.
 */
@RestController
class WebFluxPages {

	private final Videos videos;

	WebFluxPages(Videos videos) {
		this.videos = videos;
	}

	@GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
	String start() {
		return Html.start();
	}

	@GetMapping("/me")
	Me me(@AuthenticationPrincipal OidcUser user, WebSession session) {
		return Me.of(user, session.getId());
	}

	@GetMapping("/videos")
	Mono<PlatformResponse> videos() {
		return this.videos.ofUser();
	}

	@GetMapping("/jobs")
	Mono<PlatformResponse> jobs() {
		return this.videos.ofJob();
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
	Mono<String> logout(ServerWebExchange exchange) {
		Mono<CsrfToken> csrf = exchange.getRequiredAttribute(CsrfToken.class.getName());
		return csrf.map((token) -> Html.logout(token.getParameterName(), token.getToken()));
	}

}
