package io.videoplatform.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The requests that a server has received, the oldest first.
 */
final class RequestJournal {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition added = this.lock.newCondition();

	private final List<RecordedRequest> requests = new ArrayList<>();

	void add(RecordedRequest request) {
		this.lock.lock();
		try {
			this.requests.add(request);
			this.added.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	void clear() {
		this.lock.lock();
		try {
			this.requests.clear();
		}
		finally {
			this.lock.unlock();
		}
	}

	List<RecordedRequest> matching(Predicate<RecordedRequest> filter) {
		this.lock.lock();
		try {
			return this.requests.stream().filter(filter).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until a number of requests has been received.
	 */
	List<RecordedRequest> await(Predicate<RecordedRequest> filter, int number) {
		long left = PATIENCE.toNanos();
		this.lock.lock();
		try {
			while (matching(filter).size() < number) {
				if (left <= 0) {
					throw new IllegalStateException("%d of %d requests were received within %d s"
						.formatted(matching(filter).size(), number, TimeUnit.SECONDS.convert(PATIENCE)));
				}
				left = this.added.awaitNanos(left);
			}
			return matching(filter);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for requests", ex);
		}
		finally {
			this.lock.unlock();
		}
	}

}
