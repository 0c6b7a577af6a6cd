package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Polls the management port until Keycloak is ready; its log reports this too early.
 */
final class Readiness {

	private static final Duration LONGEST_START = Duration.ofMinutes(10);

	private static final Duration PAUSE = Duration.ofMillis(50);

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofMinutes(1)).build();

	private final HttpRequest request;

	Readiness(int managementPort) {
		URI uri = URI.create("http://127.0.0.1:" + managementPort + "/health/ready");
		this.request = HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1)).build();
	}

	/**
	 * Waits until the process is ready.
	 * @param process what was started
	 * @throws IllegalStateException if it ends or needs more than two minutes; it has
	 * been killed then
	 */
	void await(KeycloakProcess process) {
		long start = System.nanoTime();
		while (!isReady()) {
			if (process.endsWithin(PAUSE)) {
				throw process.failure("Keycloak ended while it started");
			}
			if (System.nanoTime() - start > LONGEST_START.toNanos()) {
				process.kill();
				throw process.failure("Keycloak was not ready after " + LONGEST_START);
			}
		}
	}

	private boolean isReady() {
		try {
			return this.client.send(this.request, BodyHandlers.discarding()).statusCode() == 200;
		}
		catch (IOException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while Keycloak started", ex);
		}
	}

}
