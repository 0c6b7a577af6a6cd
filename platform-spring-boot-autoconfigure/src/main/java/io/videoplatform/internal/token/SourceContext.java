package io.videoplatform.internal.token;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * What all sources of one client share.
 *
 * @param client the client's name
 * @param clock the engine's clock
 * @param scheduler the threads that flights start and complete on
 * @param requests sends token requests
 * @param failures explains what ended a flight
 * @param outages says how much a failure or a success matters
 * @param events takes what happens
 * @param shutdown the end of the engine
 * @param pendingDiscovery says which document discovery waits for
 */
record SourceContext(String client, Clock clock, Scheduler scheduler, TokenRequests requests, TokenFailures failures,
		Outages outages, PlatformEvent.Listener events, Shutdown shutdown,
		Supplier<? extends @Nullable PlatformException> pendingDiscovery) {

	/**
	 * How long a flight waits for discovery, a little longer than its callers do. It has
	 * sent nothing until then, and the next one finds what discovery brings later.
	 */
	private static final Duration DISCOVERY = Duration.ofSeconds(11);

	/**
	 * Return the client's registration as discovery has it now.
	 * @param registration gives it; a failure that comes after the wait has ended is not
	 * dropped, which Reactor would log
	 * @return the registration; fails as discovery does, at the latest after 11 s
	 */
	Mono<ClientRegistration> discovered(Supplier<CompletableFuture<ClientRegistration>> registration) {
		return Mono.fromFuture(() -> registration.get().handle(SourceContext::outcome), true)
			.timeout(DISCOVERY, this.scheduler)
			.onErrorMap(TimeoutException.class, (ex) -> unfinishedDiscovery())
			.flatMap(Function.identity());
	}

	/**
	 * Return why a flight ended: threads that are gone refuse work.
	 */
	Throwable cause(Throwable ex) {
		boolean closed = this.shutdown.hasBegun() || this.scheduler.isDisposed();
		return (ex instanceof RejectedExecutionException && closed) ? new CancellationException("closed") : ex;
	}

	/**
	 * Say what the flight was doing when time ran out.
	 */
	PlatformAuthorizationException unfinished(TokenFlight flight, Duration waited, Throwable cause) {
		String message = "No access token for client '%s' within %d s: %s";
		TokenFlight.Activity activity = flight.activity();
		if (activity != null) {
			return new PlatformAuthorizationException(
					message.formatted(this.client, waited.toSeconds(), activity.describe()), activity.step(),
					activity.uri(), true, null, null, cause);
		}
		PlatformException discovery = unfinishedDiscovery();
		return new PlatformAuthorizationException(
				message.formatted(this.client, waited.toSeconds(), discovery.getMessage()), discovery.getStep(),
				discovery.getUri(), true, null, null, discovery);
	}

	/**
	 * Report a token, and the end of an outage if it is one.
	 */
	void reportObtained(AccessToken token, @Nullable TokenFailure ended) {
		boolean recovered = this.outages.endsWith(token);
		publish(recovered ? Level.INFO : Level.DEBUG, PlatformStep.TOKEN_REQUEST,
				"%sObtained an access token for client '%s', to be refreshed at %s%s".formatted(
						recovered ? "Token requests succeed again. " : "", this.client,
						Instant.ofEpochMilli(token.lifetime().refreshAt()),
						(ended != null) ? " (after %d failures)".formatted(ended.count()) : ""));
	}

	void publish(Level level, PlatformStep step, String message) {
		this.events.onEvent(new PlatformEvent(this.clock.instant(), step, level, message));
	}

	/**
	 * Return what discovery has not ended with yet, as its failure.
	 */
	private PlatformException unfinishedDiscovery() {
		PlatformException pending = this.pendingDiscovery.get();
		return (pending != null) ? pending : new PlatformDiscoveryException("Discovery has not ended",
				PlatformStep.PROVIDER_CONFIGURATION, null, true, null, null);
	}

	/**
	 * Return what discovery ended with. An error goes on as the cause of an exception:
	 * Reactor signals those of the virtual machine to no subscriber.
	 */
	private static Mono<ClientRegistration> outcome(@Nullable ClientRegistration found, @Nullable Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (cause instanceof Error) {
			return Mono.error(new CompletionException(cause));
		}
		return (cause != null) ? Mono.error(cause) : Mono.justOrEmpty(found);
	}

}
