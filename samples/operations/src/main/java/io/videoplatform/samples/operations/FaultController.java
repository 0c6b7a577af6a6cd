package io.videoplatform.samples.operations;

import io.videoplatform.samples.launcher.LocalPlatform;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.server.ResponseStatusException;

/**
 * Endpoint of the page's buttons: the fault that the local platform has. Its requests are
 * not observed, so that the plots show those of the application only.
 */
@RestController
class FaultController {

	private final RestClient http;

	private final @Nullable LocalPlatform localPlatform;

	FaultController(@Value("${sample.local-platform.port}") int port, ObjectProvider<LocalPlatform> localPlatform) {
		this.http = RestClient.create("http://127.0.0.1:" + port);
		this.localPlatform = localPlatform.getIfAvailable();
	}

	@GetMapping("/operations/fault")
	View fault() {
		LocalPlatform platform = this.localPlatform;
		if (platform == null || platform.state() != LocalPlatform.State.RUNNING) {
			return new View((platform != null) ? platform.state() : null, null);
		}
		return new View(platform.state(), send(this.http.get().uri("/fault")));
	}

	@PostMapping("/operations/fault/{fault:[A-Z_]+}")
	View set(@PathVariable String fault) {
		return new View(LocalPlatform.State.RUNNING, send(this.http.put().uri("/fault/{fault}", fault)));
	}

	private static @Nullable String send(RestClient.RequestHeadersSpec<?> request) {
		try {
			return request.retrieve().body(String.class);
		}
		catch (RestClientException ex) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "The local platform does not take the fault", ex);
		}
	}

	/**
	 * What the page shows of the local platform.
	 *
	 * @param localPlatform its state, if it is the sample's own
	 * @param fault the name of its fault, if it runs
	 */
	record View(LocalPlatform.@Nullable State localPlatform, @Nullable String fault) {

	}

}
