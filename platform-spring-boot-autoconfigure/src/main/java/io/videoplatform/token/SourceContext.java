package io.videoplatform.token;

import java.time.Clock;

import io.videoplatform.PlatformEvent;
import reactor.core.scheduler.Scheduler;

/**
 * What all sources of one client share.
 *
 * @param client the client's name
 * @param clock the engine's clock
 * @param scheduler the threads that flights start and complete on
 * @param requests sends token requests
 * @param failures explains what ended a flight
 * @param outages says how much a failure or a success matters
 * @param events is told what happens
 */
record SourceContext(String client, Clock clock, Scheduler scheduler, TokenRequests requests, TokenFailures failures,
		Outages outages, PlatformEvent.Listener events) {

}
