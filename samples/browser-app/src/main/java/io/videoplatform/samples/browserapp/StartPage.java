package io.videoplatform.samples.browserapp;

import java.net.URI;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.client.ProviderMetadata;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * The page, with a Content Security Policy that names the platform's hosts as discovery
 * has found them.
 */
@Controller
class StartPage {

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " media-src 'self'; connect-src %s; form-action %s; base-uri 'none'; frame-ancestors 'none';"
			+ " require-trusted-types-for 'script'; trusted-types 'none'";

	private final PlatformClient platform;

	StartPage(PlatformClients clients) {
		this.platform = clients.get(PlatformClients.DEFAULT);
	}

	@GetMapping("/")
	String start(@AuthenticationPrincipal @Nullable OidcUser user, HttpServletResponse response, Model model) {
		response.setHeader("Content-Security-Policy", policy(this.platform.snapshot()));
		model.addAttribute("user", user);
		return "index";
	}

	/**
	 * Scripts call the API and the token endpoint; forms log out here and at the
	 * provider.
	 */
	private static String policy(PlatformSnapshot snapshot) {
		ProviderMetadata provider = snapshot.discovery().provider();
		return (provider != null)
				? POLICY.formatted(sources(snapshot.baseUrl(), provider.tokenEndpoint()),
						sources(provider.endSessionEndpoint()))
				: POLICY.formatted(sources(snapshot.baseUrl()), sources());
	}

	private static String sources(@Nullable URI... urls) {
		return Stream
			.concat(Stream.of("'self'"),
					Stream.of(urls)
						.filter((url) -> url != null)
						.map((url) -> url.getScheme() + "://" + url.getRawAuthority()))
			.distinct()
			.collect(Collectors.joining(" "));
	}

}
