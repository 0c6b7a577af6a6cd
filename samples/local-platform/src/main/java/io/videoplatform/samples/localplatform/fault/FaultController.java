package io.videoplatform.samples.localplatform.fault;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Endpoint that shows the current fault and sets another one.
 */
@RestController
@ConditionalOnBooleanProperty("local-platform.faults")
class FaultController {

	private final FaultState state;

	FaultController(FaultState state) {
		this.state = state;
	}

	@GetMapping("/fault")
	String fault() {
		return this.state.get().name();
	}

	@PutMapping("/fault/{fault}")
	String set(@PathVariable Fault fault) {
		this.state.set(fault);
		return fault.name();
	}

}
