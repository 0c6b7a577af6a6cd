package io.videoplatform.benchmarks.stub;

import reactor.core.publisher.Sinks;

/**
 * Holds one refresh of a user until it is released, so that its sender can be stopped
 * meanwhile.
 */
final class HeldRefresh {

	private final StubSettings settings;

	private volatile Sinks.One<Boolean> release = Sinks.one();

	private volatile String sender = "";

	HeldRefresh(StubSettings settings) {
		this.settings = settings;
	}

	/**
	 * Return who has sent the refresh that is held, nothing if there is none.
	 */
	String sender() {
		return this.sender;
	}

	/**
	 * Hold a refresh if that is to be done here.
	 */
	boolean at(String place, String sender) {
		if (!this.settings.take("hold", place)) {
			return true;
		}
		Sinks.One<Boolean> released = Sinks.one();
		this.release = released;
		this.sender = sender;
		return Boolean.TRUE.equals(released.asMono().block());
	}

	void release(boolean senderIsThere) {
		this.sender = "";
		this.release.tryEmitValue(senderIsThere);
	}

}
