package io.videoplatform.internal.store;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;

import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.EngineScheduler;
import reactor.core.scheduler.Scheduler;

/**
 * Lets nodes of a test share a store that no property selects.
 */
public final class TestStores {

	private TestStores() {
	}

	/**
	 * Return a bean by which a node uses a store.
	 */
	public static PlatformStore bean(RecordStore store) {
		return bean(store, EngineScheduler.create());
	}

	public static PlatformStore bean(RecordStore store, Scheduler scheduler) {
		MasterKey key = new MasterKey(new byte[MasterKey.LENGTH]);
		return new PlatformStore("memory", true, store, new RecordCipher(List.of(key), key, new SecureRandom()),
				new EventPublisher((event) -> {
				}, Clock.systemUTC()), scheduler);
	}

}
