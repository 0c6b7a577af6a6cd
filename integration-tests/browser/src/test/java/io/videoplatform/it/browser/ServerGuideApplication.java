package io.videoplatform.it.browser;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * An application that consists of the code of the guides to logins and to a page without
 * tokens, and of nothing else.
 */
final class ServerGuideApplication implements DeployedApplication {

	private static final String SECRET = "secret-of-the-server";

	private final WebApplicationType stack;

	private final GuideProject project;

	ServerGuideApplication(WebApplicationType stack, Path folder) {
		this.stack = stack;
		this.project = new GuideProject(folder);
	}

	@Override
	public void register(Deployment deployment) {
		String origin = deployment.uri(Site.PAGE).toString();
		deployment.realm()
			.clients()
			.register(Map.of("clientId", "web", "publicClient", false, "secret", SECRET, "standardFlowEnabled", true,
					"redirectUris", List.of(origin + "/login/oauth2/code/platform")));
	}

	@Override
	public SpringApplicationBuilder builder(Deployment deployment) {
		Guide guide = guide(deployment);
		if (this.stack == WebApplicationType.REACTIVE) {
			guide = guide.after("## reactive/Security.java");
		}
		return this.project.application(this.stack,
				Stream.of("class Security", "class Videos", "class Failures").map(guide::java).toList());
	}

	@Override
	public List<String> properties(Deployment deployment) {
		Guide guide = guide(deployment);
		return Stream
			.of(Guide.read("logins.md", deployment).properties("platform.root-url"),
					List.of("PLATFORM_CLIENT_SECRET=" + SECRET),
					this.project.page(Map.of("index.html", guide.page(), "app.js", guide.script("const [problem"))))
			.flatMap(List::stream)
			.toList();
	}

	private static Guide guide(Deployment deployment) {
		return Guide.read("through-the-server.md", deployment);
	}

}
