package io.videoplatform.internal.store;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.internal.token.shared.TokenRecord;
import org.jspecify.annotations.Nullable;

/**
 * What was read at a moment, or found instead of what was to be written.
 *
 * @param stamp the stamp of the entry, if there is one
 * @param written whether it is what was to be written
 * @param content the record, if there is one
 * @param engineNow the time of the engine's clock at that moment
 * @param begun when the operation began, on this node
 * @param at when its response was taken, on this node
 * @param ticker measures the time since then
 */
record ReadEntry(@Nullable String stamp, boolean written, @Nullable TokenRecord content, long engineNow, long begun,
		long at, Ticker ticker) {

	boolean isEmpty() {
		return this.content == null;
	}

	/**
	 * Return the record of an entry that is not empty.
	 */
	TokenRecord record() {
		return Objects.requireNonNull(this.content);
	}

	/**
	 * Return an entry of the same moment with a record that is not stored yet.
	 */
	ReadEntry with(TokenRecord next) {
		return new ReadEntry(this.stamp, false, next, this.engineNow, this.begun, this.at, this.ticker);
	}

	/**
	 * The current time of the engine's clock, or a little less.
	 */
	long now() {
		return this.engineNow + TimeUnit.NANOSECONDS.toMillis(this.ticker.read() - this.at);
	}

	/**
	 * The current time of the engine's clock, or a little more: this node may have been
	 * paused before it took the response.
	 */
	long latestNow() {
		return this.engineNow + TimeUnit.NANOSECONDS.toMillis(this.ticker.read() - this.begun);
	}

}
