package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * The application of somebody who has followed the guides to logins and to a page without
 * tokens, and done nothing else.
 */
final class ServerGuideApplication implements DeployedApplication {

	static final String SECRET = "secret-of-the-server";

	private final WebApplicationType stack;

	private final Path folder;

	ServerGuideApplication(WebApplicationType stack, Path folder) {
		this.stack = stack;
		this.folder = folder;
	}

	@Override
	public void register(Deployment deployment) {
		String origin = deployment.uri(Site.PAGE).toString();
		deployment.realm()
			.clients()
			.register(Map.of("clientId", "web", "publicClient", false, "secret", SECRET, "standardFlowEnabled", true,
					"redirectUris", List.of(origin + "/login/oauth2/code/platform"), "protocolMappers",
					List.of(GuideApplication.audience())));
	}

	@Override
	public SpringApplicationBuilder builder(Deployment deployment) {
		Guide guide = guide(deployment);
		if (this.stack == WebApplicationType.REACTIVE) {
			guide = guide.after("## The same on WebFlux");
		}
		return new SpringApplicationBuilder(GuideApplication.Application.class).web(this.stack)
			.sources(Snippets.compile(
					Stream.of("class Security", "class Videos", "class Failures").map(guide::java).toList(),
					this.folder));
	}

	@Override
	public List<String> properties(Deployment deployment) {
		write(guide(deployment));
		List<String> login = Guide.read("logins.md", deployment).properties("platform.root-url");
		return Stream.concat(login.stream(), Stream.of("PLATFORM_CLIENT_SECRET=" + SECRET, "spring.config.name=guide",
				"spring.web.resources.static-locations=" + files().toUri()))
			.toList();
	}

	private void write(Guide guide) {
		try {
			Files.createDirectories(files());
			Files.writeString(files().resolve("index.html"), guide.page());
			Files.writeString(files().resolve("app.js"), guide.script("const [problem"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not write the page", ex);
		}
	}

	private Path files() {
		return this.folder.resolve("static/");
	}

	private static Guide guide(Deployment deployment) {
		return Guide.read("through-the-server.md", deployment);
	}

}
