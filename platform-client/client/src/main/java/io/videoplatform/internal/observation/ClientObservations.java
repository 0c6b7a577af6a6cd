package io.videoplatform.internal.observation;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.observation.Observation;
import io.micrometer.observation.transport.RequestReplySenderContext;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.http.TypedFailure;
import io.videoplatform.observation.PlatformObservationDocumentation.AuthorizedCallEvents;
import io.videoplatform.observation.PlatformObservationDocumentation.KeyNames;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * What is observed of one client, and counted of it. Nothing of this is on the way of a
 * call whose token is fresh.
 */
public final class ClientObservations {

	private final String client;

	private final EngineObservations engine;

	private final LongAdder joinedFlights = new LongAdder();

	private final LongAdder storedTokens = new LongAdder();

	private final LongAdder retriedCalls = new LongAdder();

	ClientObservations(String client, EngineObservations engine) {
		this.client = client;
		this.engine = engine;
	}

	/**
	 * Return the client's name.
	 * @return the name, one of few
	 */
	public String client() {
		return this.client;
	}

	/**
	 * Start the observation of a flight.
	 * @param background whether no caller waits for it
	 * @param parent the observation of the caller that does, if there is one
	 * @return the observation
	 */
	public EngineObservation flight(boolean background, @Nullable Observation parent) {
		return this.engine.tokenFlight(this.client, background, parent);
	}

	/**
	 * Observe a token request, as a part of what its subscriber is a part of.
	 * @param <T> the type of the response
	 * @param grantType the grant type
	 * @param request the request
	 * @param outcome tells what is known of the request after a failure
	 * @return the request
	 */
	public <T> Mono<T> tokenRequest(String grantType, Mono<T> request, Function<Throwable, String> outcome) {
		return Mono.deferContextual((context) -> {
			EngineObservation observation = this.engine.tokenRequest(this.client, grantType,
					EngineObservation.of(context));
			return request.doOnSuccess((response) -> observation.succeed("SUCCESS"))
				.doOnError((ex) -> observation.fail(outcome.apply(ex), errorType(ex), ex))
				.doOnCancel(() -> observation.succeed("CANCELLED"))
				.contextWrite(observation::addTo);
		});
	}

	private static String errorType(Throwable ex) {
		return (ex instanceof TypedFailure failure) ? failure.errorType() : TypedFailure.OTHER;
	}

	/**
	 * Build a cache of this client, whose name tells so unless it is the default client.
	 * @param <A> the type of keys that the builder is made for
	 * @param <B> the type of values that the builder is made for
	 * @param <K> the type of its keys
	 * @param <V> the type of its values
	 * @param name the name of the cache
	 * @param builder builds it
	 * @return the cache
	 */
	public <A, B, K extends A, V extends B> Cache<K, V> cache(String name, Caffeine<A, B> builder) {
		return this.engine.cache(this.client.equals(PlatformClients.DEFAULT) ? name : name + "." + this.client,
				builder);
	}

	/**
	 * Count a caller that waits for a flight which another one has started.
	 */
	public void joinedFlight() {
		this.joinedFlights.increment();
	}

	/**
	 * Count a token that another node has acquired.
	 */
	public void storedToken() {
		this.storedTokens.increment();
	}

	/**
	 * Count a call that is sent again after a 401.
	 * @param call the observation of the call, if there is one
	 */
	public void retriedCall(@Nullable Observation call) {
		this.retriedCalls.increment();
		// Without an observation of the call, that of what the application does is
		// current
		if (call != null && !call.isNoop() && call.getContextView() instanceof RequestReplySenderContext<?, ?>) {
			EngineObservation.guarded(() -> call.highCardinalityKeyValue(KeyNames.RESEND_COUNT.withValue("1"))
				.event(AuthorizedCallEvents.RETRY));
		}
	}

	/**
	 * Return how many callers have waited for a flight that another one had started.
	 * @return the number
	 */
	public long joinedFlights() {
		return this.joinedFlights.sum();
	}

	/**
	 * Return how many tokens were used that another node had acquired.
	 * @return the number
	 */
	public long storedTokens() {
		return this.storedTokens.sum();
	}

	/**
	 * Return how many calls were sent again after a 401.
	 * @return the number
	 */
	public long retriedCalls() {
		return this.retriedCalls.sum();
	}

}
