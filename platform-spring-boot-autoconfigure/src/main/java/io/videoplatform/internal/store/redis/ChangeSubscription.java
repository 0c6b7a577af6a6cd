package io.videoplatform.internal.store.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisException;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.store.ChangeBuffer;
import io.videoplatform.internal.store.RecordStore.Change;
import io.videoplatform.internal.store.StartedFuture;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * The hints that arrive on a channel. Lettuce subscribes again after a reconnect; in
 * addition the subscription is renewed every few seconds, because it is the only means to
 * find out that a connection without traffic is dead. Whenever it begins, and as long as
 * there is none or no hint may be published, any value may have changed. Whether the
 * engine was away meanwhile makes a difference: then it may be behind. What keeps the
 * subscription from beginning is reported, unless it is an outage, which the operations
 * report.
 */
final class ChangeSubscription {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private static final Duration RENEWAL = Duration.ofSeconds(5);

	private static final Duration MIN_DELAY = Duration.ofMillis(50);

	private static final Duration MAX_DELAY = Duration.ofSeconds(1);

	private static final int MAX_BACKLOG = 10_000;

	private final Mono<StatefulRedisPubSubConnection<byte[], byte[]>> opening;

	private final byte[] channel;

	private final Duration deadline;

	private final AtomicBoolean refused = new AtomicBoolean();

	private final AtomicBoolean subscribed = new AtomicBoolean();

	private final AtomicBoolean unpublished = new AtomicBoolean();

	private final AtomicBoolean away = new AtomicBoolean();

	/**
	 * Create a new instance.
	 * @param opening opens a connection, on a thread of its own
	 * @param channel the channel
	 * @param deadline how long the engine may take to respond
	 */
	ChangeSubscription(Mono<StatefulRedisPubSubConnection<byte[], byte[]>> opening, byte[] channel, Duration deadline) {
		this.opening = opening;
		this.channel = channel;
		this.deadline = deadline;
	}

	/**
	 * Return the hints.
	 * @return the hints; it neither ends nor fails
	 */
	Flux<Change> changes() {
		return Flux.usingWhen(this.opening, this::receive, ChangeSubscription::close)
			.doOnError(this::note)
			.onErrorResume((ex) -> lost().concatWith(Mono.error(ex)))
			.retryWhen(Retry.backoff(Long.MAX_VALUE, MIN_DELAY).maxBackoff(MAX_DELAY).transientErrors(true))
			.mergeWith(reminders())
			.doFirst(() -> this.subscribed.set(false));
	}

	private Flux<Change> lost() {
		return Flux.defer(() -> this.subscribed.getAndSet(false) ? Flux.just(Change.ANY) : Flux.empty());
	}

	private Flux<Change> reminders() {
		return Flux.interval(RENEWAL)
			.onBackpressureDrop()
			.filter((tick) -> !this.subscribed.get() || this.unpublished.get())
			.map((tick) -> this.away.get() ? Change.ANY : Change.MISSED);
	}

	/**
	 * Close the connection, also one that is disconnected: it would connect again.
	 */
	private static Mono<Void> close(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
		return Mono.fromFuture(connection::closeAsync);
	}

	private Flux<Change> receive(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
		Flux<Change> hints = connection.reactive()
			.observeChannels()
			.filter((message) -> Arrays.equals(this.channel, message.getChannel()))
			.mapNotNull((message) -> parse(new String(message.getMessage(), StandardCharsets.UTF_8)))
			.mergeWith(Flux.create((sink) -> new Listener(sink).listen(connection)));
		Flux<Change> taken = ChangeBuffer.bound(hints, MAX_BACKLOG).publishOn(Schedulers.parallel());
		return taken.mergeWith(Flux.interval(Duration.ZERO, RENEWAL)
			.onBackpressureDrop()
			.concatMap((tick) -> subscribe(connection))
			.then(Mono.empty()));
	}

	private Mono<Void> subscribe(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
		return Mono.fromCompletionStage(() -> StartedFuture.of(() -> connection.async().subscribe(this.channel)))
			.timeout(this.deadline)
			.doOnSuccess((done) -> this.refused.set(false));
	}

	/**
	 * An engine that refuses the subscription has responded. Of a failure that is no
	 * outage either nothing is known of the engine.
	 */
	private void note(Throwable cause) {
		if (cause instanceof RedisCommandExecutionException) {
			this.away.set(false);
			noteRefusal("Redis refuses the subscription to %s", String.valueOf(cause.getMessage()));
		}
		else if (isOutage(cause)) {
			this.away.set(true);
		}
		else {
			noteRefusal("Nothing can be subscribed to %s", cause.toString());
		}
	}

	private static boolean isOutage(Throwable cause) {
		return CauseChain.of(cause)
			.anyMatch((each) -> each instanceof RedisException || each instanceof IOException
					|| each instanceof TimeoutException || each instanceof CancellationException);
	}

	private void noteRefusal(String what, String refusal) {
		if (this.refused.compareAndSet(false, true)) {
			warn(what, refusal);
		}
	}

	/**
	 * Note what has become of a hint of this node. Other nodes most often have the same
	 * rights.
	 * @param refusal why it was not published, or {@code null} if it was
	 */
	void published(@Nullable String refusal) {
		if (!this.unpublished.getAndSet(refusal != null) && refusal != null) {
			warn("Redis lets no hints be published to %s", refusal);
		}
	}

	private void warn(String what, String refusal) {
		String channel = new String(this.channel, StandardCharsets.UTF_8);
		logger.warn(EventLog.explained(PlatformError.STORE_NOTIFICATIONS,
				"%s, changes at other nodes are noticed late: %s".formatted(what.formatted(channel), refusal)));
	}

	/**
	 * Write a hint.
	 * @param key the key
	 * @param generation the generation of its value
	 * @return the hint
	 */
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
	 * Notes that Lettuce has subscribed, also after a reconnect, or has lost the
	 * connection.
	 */
	private final class Listener extends RedisPubSubAdapter<byte[], byte[]> implements RedisConnectionStateListener {

		private final FluxSink<Change> sink;

		Listener(FluxSink<Change> sink) {
			this.sink = sink;
		}

		void listen(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
			RedisPubSubListener<byte[], byte[]> subscriptions = this;
			RedisConnectionStateListener states = this;
			connection.addListener(subscriptions);
			connection.addListener(states);
			this.sink.onDispose(() -> {
				connection.removeListener(subscriptions);
				connection.removeListener(states);
			});
		}

		@Override
		public void subscribed(byte[] channel, long count) {
			change(true);
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
			change(false);
		}

		private void change(boolean subscribed) {
			if (ChangeSubscription.this.subscribed.getAndSet(subscribed) != subscribed) {
				boolean wasAway = ChangeSubscription.this.away.getAndSet(!subscribed);
				this.sink.next((subscribed && !wasAway) ? Change.MISSED : Change.ANY);
			}
		}

	}

}
