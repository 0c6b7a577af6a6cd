package io.videoplatform.samples.clusternode.status;

import java.util.List;

import io.videoplatform.PlatformEvent;
import io.videoplatform.samples.clusternode.Calls;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoint that says what the node has done.
 */
@RestController
class StatusController {

	private final Calls calls;

	private final NodeEvents events;

	private final String name;

	StatusController(Calls calls, NodeEvents events, @Value("${spring.application.name}") String name) {
		this.calls = calls;
		this.events = events;
		this.name = name;
	}

	@GetMapping("/status")
	Status status() {
		return new Status(this.name, this.calls.counts(), this.events.latest());
	}

	/**
	 * What the node has done.
	 *
	 * @param node its name
	 * @param calls what became of its calls
	 * @param events what the starter has reported, the oldest first
	 */
	record Status(String node, Calls.Counts calls, List<PlatformEvent> events) {

	}

}
