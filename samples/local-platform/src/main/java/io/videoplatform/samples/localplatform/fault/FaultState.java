package io.videoplatform.samples.localplatform.fault;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.stereotype.Component;

/**
 * Holder of the fault that the platform has now.
 *
 * @since 0.1.0
 */
@Component
public class FaultState {

	private final AtomicReference<Fault> fault = new AtomicReference<>(Fault.NONE);

	/**
	 * Return the fault.
	 * @return the fault, {@link Fault#NONE} at first
	 */
	public Fault get() {
		return Objects.requireNonNull(this.fault.get());
	}

	void set(Fault fault) {
		this.fault.set(fault);
	}

}
