package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * An application that consists of the code of the guide to a page with tokens, and of
 * nothing else.
 */
final class GuideApplication implements DeployedApplication {

	private final WebApplicationType stack;

	private final String flow;

	private final GuideProject project;

	GuideApplication(WebApplicationType stack, String flow, Path folder) {
		this.stack = stack;
		this.flow = flow;
		this.project = new GuideProject(folder);
	}

	@Override
	public void register(Deployment deployment) {
		String origin = deployment.uri(Site.PAGE).toString();
		deployment.realm()
			.clients()
			.register(Map.of("clientId", "my-page", "publicClient", true, "standardFlowEnabled",
					this.flow.equals("standard"), "implicitFlowEnabled", this.flow.equals("implicit"), "redirectUris",
					List.of(origin + "/"), "attributes", Map.of("post.logout.redirect.uris", origin + "/"),
					"webOrigins", List.of(origin)));
	}

	@Override
	public SpringApplicationBuilder builder(Deployment deployment) {
		String chain = (this.stack == WebApplicationType.SERVLET) ? "SecurityFilterChain" : "SecurityWebFilterChain";
		return this.project.application(this.stack, List.of(guide(deployment).java(chain)));
	}

	@Override
	public List<String> properties(Deployment deployment) {
		Guide guide = guide(deployment);
		return Stream
			.of(guide.properties("platform.root-url"), List.of("platform.browser.flow=" + this.flow),
					this.project.page(Map.of("keycloak.js", adapter() + guide.script("export default"), "index.html",
							guide.page(), "app.js", guide.script("import Keycloak"))))
			.flatMap(List::stream)
			.toList();
	}

	private static Guide guide(Deployment deployment) {
		return Guide.read("browser-apps.md", deployment);
	}

	/**
	 * Returns Keycloak's adapter as it comes with the sample.
	 */
	private static String adapter() {
		try (InputStream adapter = GuideApplication.class.getResourceAsStream("/static/keycloak-js/keycloak.js")) {
			return new String(Objects.requireNonNull(adapter).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read the adapter", ex);
		}
	}

}
