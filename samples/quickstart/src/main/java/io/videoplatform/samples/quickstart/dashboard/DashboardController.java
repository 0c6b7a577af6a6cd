package io.videoplatform.samples.quickstart.dashboard;

import java.time.Duration;

import io.videoplatform.client.PlatformSnapshot;
import io.videoplatform.samples.launcher.LocalPlatform;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Endpoints of the page: a stream of what is held, and its buttons.
 */
@RestController
class DashboardController {

	private static final Duration INTERVAL = Duration.ofMillis(500);

	private static final int MOST_CALLS = 200;

	private final Calls calls;

	private final @Nullable LocalPlatform localPlatform;

	DashboardController(Calls calls, ObjectProvider<LocalPlatform> localPlatform) {
		this.calls = calls;
		this.localPlatform = localPlatform.getIfAvailable();
	}

	@GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	Flux<View> events() {
		return Flux.interval(Duration.ZERO, INTERVAL).onBackpressureDrop().map((tick) -> view());
	}

	@PostMapping("/calls")
	Calls.Batch call(@RequestParam(defaultValue = "1") int count) {
		if (count < 1 || count > MOST_CALLS) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'count' must be from 1 to " + MOST_CALLS);
		}
		return this.calls.callAtOnce(count);
	}

	@PostMapping("/local-platform/stop")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void stop() {
		requireLocalPlatform().stop();
	}

	@PostMapping("/local-platform/start")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void start() {
		try {
			requireLocalPlatform().start();
		}
		catch (IllegalStateException ex) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, ex.getMessage(), ex);
		}
	}

	private View view() {
		return new View(this.calls.snapshot(), this.calls.latest(),
				(this.localPlatform != null) ? this.localPlatform.state() : null);
	}

	private LocalPlatform requireLocalPlatform() {
		if (this.localPlatform == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND, "This platform was not started by the quickstart");
		}
		return this.localPlatform;
	}

	/**
	 * All that the page shows at one moment.
	 *
	 * @param platform what the engine holds
	 * @param calls what the last call brought
	 * @param localPlatform the state of the local platform, if it is the quickstart's
	 */
	record View(PlatformSnapshot platform, Calls.Outcome calls, LocalPlatform.@Nullable State localPlatform) {

	}

}
