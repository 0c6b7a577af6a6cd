package io.videoplatform.benchmarks.stub;

import io.videoplatform.benchmarks.stub.StubSettings.Hold;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Holds one refresh of a user until it is released, so that its sender can be stopped
 * meanwhile.
 */
final class HeldRefresh {

	private final StubSettings settings;

	private volatile Sinks.Empty<Void> release = Sinks.empty();

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
	synchronized Mono<Void> at(Hold place, String sender) {
		if (this.settings.hold != place) {
			return Mono.empty();
		}
		this.settings.hold = Hold.NONE;
		this.sender = sender;
		this.release = Sinks.empty();
		return this.release.asMono();
	}

	synchronized void release() {
		this.sender = "";
		this.release.tryEmitEmpty();
	}

}
