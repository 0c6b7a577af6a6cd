package io.videoplatform.internal.token;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.observation.EngineObservation;
import io.videoplatform.internal.observation.EngineObservations;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A client's provider as discovery has it at the moment of each subscription.
 *
 * @param discovery returns what discovery finds
 * @param pending returns what it has not ended with yet
 * @param observations makes it a part of what its caller observes
 */
public record DiscoveredProvider(Supplier<CompletableFuture<ProviderMetadata>> discovery,
		Supplier<? extends @Nullable PlatformException> pending, EngineObservations observations) {

	/**
	 * Return the provider. A failure that comes when nobody waits is not dropped, which
	 * Reactor would log.
	 * @return the provider; fails as discovery does
	 */
	public Mono<ProviderMetadata> await() {
		return Mono.deferContextual(
				(context) -> Mono.fromFuture(this.observations.within(EngineObservation.of(context), this.discovery)
					.handle(DiscoveredProvider::outcome), true))
			.flatMap(Function.identity());
	}

	/**
	 * Return what discovery has not ended with yet, as its failure.
	 */
	PlatformException unfinished() {
		PlatformException failure = this.pending.get();
		return (failure != null) ? failure : new PlatformDiscoveryException("Discovery has not ended",
				PlatformError.TIMEOUT, PlatformStep.PROVIDER_CONFIGURATION, null, true, null, null);
	}

	/**
	 * Return what discovery ended with. An error goes on as the cause of an exception:
	 * Reactor signals those of the virtual machine to no subscriber.
	 */
	private static Mono<ProviderMetadata> outcome(@Nullable ProviderMetadata found, @Nullable Throwable failure) {
		Throwable cause = (failure != null) ? CauseChain.unwrap(failure) : null;
		if (cause instanceof Error) {
			return Mono.error(new CompletionException(cause));
		}
		return (cause != null) ? Mono.error(cause) : Mono.justOrEmpty(found);
	}

}
