package io.videoplatform.samples.cluster;

import java.util.Set;

import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Addresses of the page. All others are the nodes'.
 */
final class PagePaths {

	private static final Set<String> FILES = Set.of("/", "/index.html", "/style.css", "/icon.svg");

	private PagePaths() {
	}

	static boolean include(ServerHttpRequest request) {
		String path = request.getPath().value();
		return FILES.contains(path) || path.startsWith("/cluster/");
	}

}
