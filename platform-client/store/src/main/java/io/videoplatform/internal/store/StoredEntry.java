package io.videoplatform.internal.store;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What a store holds under a key at one moment.
 *
 * @param stamp the stamp of the write that it came with, or {@code null} if nothing is
 * stored
 * @param content the value
 * @param now the time of the engine's clock, in milliseconds since 1970
 */
public record StoredEntry(@Nullable String stamp, byte @Nullable [] content, long now) {

	/**
	 * Return an entry of a key under which nothing is stored.
	 * @param now the time of the engine's clock, in milliseconds since 1970
	 */
	public static StoredEntry empty(long now) {
		return new StoredEntry(null, null, now);
	}

	/**
	 * Return whether nothing is stored.
	 */
	public boolean isEmpty() {
		return this.stamp == null;
	}

	/**
	 * Return the value.
	 * @return the value of an entry that is not empty
	 */
	public byte[] value() {
		return Objects.requireNonNull(this.content);
	}

	@Override
	public String toString() {
		return "StoredEntry[stamp=%s]".formatted(this.stamp);
	}

}
