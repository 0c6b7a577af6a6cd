package io.videoplatform.internal.observation;

import java.util.ArrayList;
import java.util.List;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.RequestReplySenderContext;
import io.videoplatform.PlatformStep;
import io.videoplatform.observation.PlatformObservationConvention;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EngineObservations} with handlers that look at the thread's current
 * observation, as tracing does, and with handlers that fail.
 */
class EngineObservationsTests {

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final EngineObservations observations = new EngineObservations(this.registry,
			new PlatformObservationConvention());

	private final List<String> ended = new ArrayList<>();

	private final List<@Nullable Observation> current = new ArrayList<>();

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void startWhenThreadDoesSomethingElseThenPartOfTheCallAlone(boolean called) {
		handle(new Handler() {
			@Override
			public void onStart(Observation.Context context) {
				EngineObservationsTests.this.current.add(EngineObservationsTests.this.registry.getCurrentObservation());
			}
		});
		Observation caller = called ? Observation.start("caller", this.registry) : null;
		Observation other = Observation.start("other", this.registry);
		this.current.clear();
		try (Observation.Scope scope = other.openScope()) {
			this.observations.discovery(PlatformStep.WEBFINGER, caller);
			assertThat(this.registry.getCurrentObservationScope()).isSameAs(scope);
		}
		assertThat(this.current).hasSize(1).doesNotContain(other);
		assertThat(this.current.contains(caller)).isEqualTo(called);
	}

	@Test
	void startWhenAHandlerFailsThenThoseBeforeItSeeTheEnd() {
		handle(new Handler() {
			@Override
			public void onStop(Observation.Context context) {
				EngineObservationsTests.this.ended.add(context.getName());
			}
		});
		handle(new Handler() {
			@Override
			public void onStart(Observation.Context context) {
				throw new IllegalStateException("handler");
			}
		});
		this.observations.client("client").flight(true, null).succeed("SUCCESS");
		assertThat(this.ended).containsExactly("platform.token.flight");
	}

	@Test
	void retriedCallWhenItIsNotObservedThenNoEventOfWhatIsCurrent() {
		handle(new Handler() {
			@Override
			public void onEvent(Observation.Event event, Observation.Context context) {
				EngineObservationsTests.this.ended.add(context.getName() + " " + event.getName());
			}
		});
		ClientObservations client = this.observations.client("client");
		client.retriedCall(Observation.start("http.server.requests", this.registry));
		assertThat(this.ended).isEmpty();
		client.retriedCall(Observation.start("http.client.requests",
				() -> new RequestReplySenderContext<>((carrier, key, value) -> {
				}), this.registry));
		assertThat(this.ended).containsExactly("http.client.requests platform.retry");
		assertThat(client.retriedCalls()).isEqualTo(2);
	}

	@Test
	void clientWhenItsMetersFailThenItIsThereAndOthersSeeIt() {
		this.observations.forEach((client) -> fail(), (cache) -> fail());
		this.observations.forEach((client) -> this.ended.add(client.client()), (cache) -> this.ended.add(cache.name()));
		assertThat(this.observations.client("late").client()).isEqualTo("late");
		assertThat(this.observations.cache("cache", Caffeine.newBuilder()).estimatedSize()).isZero();
		assertThat(this.ended).containsExactly("late", "cache");
	}

	private static void fail() {
		throw new IllegalArgumentException("A registry that does not accept these tags");
	}

	private void handle(Handler handler) {
		this.registry.observationConfig().observationHandler(handler);
	}

	/**
	 * A handler of all observations.
	 */
	private interface Handler extends ObservationHandler<Observation.Context> {

		@Override
		default boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
