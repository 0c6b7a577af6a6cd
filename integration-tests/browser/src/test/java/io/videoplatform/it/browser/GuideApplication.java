package io.videoplatform.it.browser;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

	private final PageLibrary library;

	private final GuideProject project;

	GuideApplication(WebApplicationType stack, String flow, PageLibrary library, Path folder) {
		this.stack = stack;
		this.flow = flow;
		this.library = library;
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
		return this.project.application(this.stack, List.of(this.library.security(guide(deployment), chain)));
	}

	@Override
	public List<String> properties(Deployment deployment) {
		Guide guide = guide(deployment);
		Map<String, String> files = new HashMap<>(this.library.scripts(guide, this.project.folder()));
		files.put("index.html", guide.page());
		return Stream
			.of(guide.properties("platform.root-url"), List.of("platform.browser.flow=" + this.flow),
					this.project.page(files))
			.flatMap(List::stream)
			.toList();
	}

	private static Guide guide(Deployment deployment) {
		return Guide.read("browser-apps.md", deployment);
	}

}
