package io.videoplatform.it.browser;

import java.net.URI;

/**
 * The names that the parts of a deployment have. Each is registered by itself, so that to
 * a browser they are different sites, whose cookies are third parties' to each other.
 */
enum Site {

	PAGE("app.example-page.test"), API("api.example-video.test"), PROVIDER("id.example-login.test"),
	OTHER("evil.example-other.test");

	private final String host;

	Site(String host) {
		this.host = host;
	}

	URI at(int port) {
		return URI.create("https://" + this.host + ":" + port);
	}

	String host() {
		return this.host;
	}

}
