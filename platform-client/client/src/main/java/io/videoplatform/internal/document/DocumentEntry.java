package io.videoplatform.internal.document;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * A document that is held, and until when it is used. A load begins a little before the
 * lifetime ends, so that nodes do not request a document in step.
 *
 * @param <T> the type of the document
 * @param value the document
 * @param fetchedAt when it was received
 * @param refreshAt from when on it is requested again while it is used
 * @param freshUntil the end of its use, if requests succeed
 * @param staleUntil the end of its use while requests fail (RFC 5861, section 4)
 */
record DocumentEntry<T>(T value, Instant fetchedAt, Instant refreshAt, Instant freshUntil, Instant staleUntil) {

	private static final double SPREAD = 0.10;

	static <T> DocumentEntry<T> of(DocumentResponse<T> document, Duration staleIfError, RandomGenerator random) {
		Duration lifetime = document.used();
		Instant until = document.received().plus(lifetime);
		double spread = SPREAD * Math.abs(2 * random.nextDouble() - 1);
		return new DocumentEntry<>(document.value(), document.received(),
				until.minusMillis(Math.round(lifetime.toMillis() * spread)), until, until.plus(staleIfError));
	}

	boolean isRefreshDue(Instant now) {
		return !now.isBefore(this.refreshAt);
	}

}
