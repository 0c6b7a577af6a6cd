package io.videoplatform.internal.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.StoreThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;

import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.ReactiveRedisMessageListenerContainer;

/**
 * The hints that arrive on a channel. Whenever the subscription begins, also after a
 * reconnect, and as long as there is none, any value may have changed.
 */
final class ChangeSubscription {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private static final Duration OPENING = Duration.ofSeconds(10);

	private static final Duration CLOSING = Duration.ofSeconds(1);

	private final ReactiveRedisConnectionFactory connections;

	private final StoreThreads threads;

	private final String channel;

	private final AtomicBoolean refused = new AtomicBoolean();

	ChangeSubscription(ReactiveRedisConnectionFactory connections, StoreThreads threads, String channel) {
		this.connections = connections;
		this.threads = threads;
		this.channel = channel;
	}

	/**
	 * Return the hints, which do not end before the store is closed.
	 */
	Flux<Change> changes() {
		return this.threads.changes(Flux.usingWhen(container(), this::receive, this::destroy).doOnError(this::note));
	}

	/**
	 * The first one opens the connection that all share, which waits.
	 */
	private Mono<ReactiveRedisMessageListenerContainer> container() {
		return this.threads.call(OPENING, () -> new ReactiveRedisMessageListenerContainer(this.connections));
	}

	private Flux<Change> receive(ReactiveRedisMessageListenerContainer container) {
		return Flux
			.<Change>create((sink) -> sink
				.onDispose(container.receive(List.of(ChannelTopic.of(this.channel)), new Subscribed(sink))
					.mapNotNull((message) -> parse(message.getMessage()))
					.subscribe(sink::next, sink::error,
							() -> sink.error(new IllegalStateException("The subscription ended")))))
			.publishOn(this.threads.scheduler());
	}

	/**
	 * A connection that is dead confirms nothing.
	 */
	private Mono<Void> destroy(ReactiveRedisMessageListenerContainer container) {
		return container.destroyLater().timeout(CLOSING, this.threads.scheduler()).onErrorComplete();
	}

	/**
	 * An outage is reported by the operations.
	 */
	private void note(Throwable cause) {
		String code = RedisExceptionTranslator.code(cause);
		if (code != null && code.equals("NOPERM") && this.refused.compareAndSet(false, true)) {
			logger.warn(EventLog.line(PlatformError.STORE,
					("Redis refuses the subscription to %s, changes at other nodes are noticed late: %s. Allow the"
							+ " user of the store this channel, and the commands SUBSCRIBE and PUBLISH.")
						.formatted(this.channel, code)));
		}
		logger.debug("Nothing is subscribed to", cause);
	}

	static String hint(String key, long generation) {
		return generation + " " + key;
	}

	private static @Nullable Change parse(String hint) {
		int blank = hint.indexOf(' ');
		try {
			return new Change(hint.substring(blank + 1), Long.parseLong(hint, 0, Math.max(blank, 0), 10));
		}
		catch (NumberFormatException ex) {
			logger.debug("Ignoring a message that is no hint");
			return null;
		}
	}

	/**
	 * Notes each beginning: the driver subscribes again after a reconnect.
	 */
	private record Subscribed(FluxSink<Change> sink) implements SubscriptionListener {

		@Override
		public void onChannelSubscribed(byte[] channel, long count) {
			this.sink.next(Change.ANY);
		}

	}

}
