package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;

/**
 * The application of somebody who has followed the guide to a page with tokens, and done
 * nothing else.
 */
final class GuideApplication implements DeployedApplication {

	private final WebApplicationType stack;

	private final String flow;

	private final Path folder;

	GuideApplication(WebApplicationType stack, String flow, Path folder) {
		this.stack = stack;
		this.flow = flow;
		this.folder = folder;
	}

	@Override
	public void register(Deployment deployment) {
		String origin = deployment.uri(Site.PAGE).toString();
		deployment.realm()
			.clients()
			.register(Map.of("clientId", "my-page", "publicClient", true, "standardFlowEnabled",
					this.flow.equals("standard"), "implicitFlowEnabled", this.flow.equals("implicit"), "redirectUris",
					List.of(origin + "/"), "attributes", Map.of("post.logout.redirect.uris", origin + "/"),
					"webOrigins", List.of(origin), "protocolMappers", List.of(audience())));
	}

	/**
	 * Returns what makes Keycloak mean tokens for the API.
	 */
	static Map<String, ?> audience() {
		return Map.of("name", "audience", "protocol", "openid-connect", "protocolMapper", "oidc-audience-mapper",
				"config", Map.of("included.client.audience", "platform-api", "access.token.claim", "true"));
	}

	@Override
	public SpringApplicationBuilder builder(Deployment deployment) {
		String chain = (this.stack == WebApplicationType.SERVLET) ? "SecurityFilterChain" : "SecurityWebFilterChain";
		return new SpringApplicationBuilder(Application.class).web(this.stack)
			.sources(Snippets.compile(List.of(guide(deployment).java(chain)), this.folder));
	}

	@Override
	public List<String> properties(Deployment deployment) {
		Guide guide = guide(deployment);
		Path files = write(guide);
		return Stream.concat(guide.properties("platform.root-url").stream(),
				Stream.of("platform.browser.flow=" + this.flow,
						// the sample's properties stand on the class path, too
						"spring.config.name=guide", "spring.web.resources.static-locations=" + files.toUri()))
			.toList();
	}

	private static Guide guide(Deployment deployment) {
		return Guide.read("browser-apps.md", deployment);
	}

	private Path write(Guide guide) {
		try (InputStream adapter = getClass().getResourceAsStream("/static/keycloak-js/keycloak.js")) {
			String script = new String(Objects.requireNonNull(adapter).readAllBytes(), StandardCharsets.UTF_8);
			Path files = Files.createDirectories(this.folder.resolve("static"));
			Files.writeString(files.resolve("keycloak.js"), script + guide.script("export default"));
			Files.writeString(files.resolve("index.html"), guide.page());
			Files.writeString(files.resolve("app.js"), guide.script("import Keycloak"));
			return files;
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write the page", ex);
		}
	}

	/**
	 * What every Spring Boot application has.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
