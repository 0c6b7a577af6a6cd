package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.Random;
import java.util.random.RandomGenerator;

import io.videoplatform.client.EventLog;
import io.videoplatform.transport.EngineScheduler;
import reactor.core.scheduler.Scheduler;

/**
 * What all parts of the engine have in common.
 *
 * @param legs builds the HTTP clients
 * @param clock the clock that rules lifetimes and back-off
 * @param scheduler the threads that attempts and flights run on
 * @param random the source of every spread
 * @param events what happened
 */
record EngineContext(HttpLegs legs, Clock clock, Scheduler scheduler, RandomGenerator random, EventLog events) {

	static EngineContext create(HttpLegs legs, Clock clock, EventLog events) {
		return new EngineContext(legs, clock, EngineScheduler.create(), new Random(), events);
	}

}
