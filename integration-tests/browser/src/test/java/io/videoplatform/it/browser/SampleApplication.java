package io.videoplatform.it.browser;

import java.util.List;
import java.util.Map;

import io.videoplatform.it.keycloak.Clients;
import io.videoplatform.samples.browserapp.BrowserAppApplication;

import org.springframework.boot.builder.SpringApplicationBuilder;

/**
 * The sample.
 */
final class SampleApplication implements DeployedApplication {

	static final String SECRET = "platform-web-secret";

	@Override
	public void register(Deployment deployment) {
		String page = deployment.uri(Site.PAGE).toString();
		Clients clients = deployment.realm().clients();
		clients.change("platform-browser",
				Map.of("redirectUris", List.of(page + "/"), "webOrigins", List.of(page), "implicitFlowEnabled", true));
		clients.change("platform-web", Map.of("redirectUris", List.of(page + "/login/oauth2/code/platform")));
	}

	@Override
	public SpringApplicationBuilder builder(Deployment deployment) {
		return new SpringApplicationBuilder(BrowserAppApplication.class);
	}

	@Override
	public List<String> properties(Deployment deployment) {
		return List.of("sample.local-platform.enabled=false", "platform.root-url=" + deployment.uri(Site.API),
				"platform.client-secret=" + SECRET, "logging.level.io.videoplatform=info");
	}

}
