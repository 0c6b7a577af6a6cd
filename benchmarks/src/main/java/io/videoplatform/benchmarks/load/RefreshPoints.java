package io.videoplatform.benchmarks.load;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.videoplatform.client.TokenStatus;

/**
 * Counts the refresh points that pass while it watches, as the engine's own snapshot has
 * them.
 */
final class RefreshPoints {

	private final Set<Instant> seen = ConcurrentHashMap.newKeySet();

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

	private RefreshPoints() {
	}

	static RefreshPoints watch(Supplier<TokenStatus> status) {
		RefreshPoints points = new RefreshPoints();
		points.executor.scheduleAtFixedRate(() -> points.look(status.get()), 0, 50, TimeUnit.MILLISECONDS);
		return points;
	}

	private void look(TokenStatus status) {
		if (status.refreshAt() != null) {
			this.seen.add(status.refreshAt());
		}
	}

	/**
	 * Stop watching.
	 * @return how many points have passed
	 */
	long stop() {
		this.executor.shutdownNow();
		Instant now = Instant.now();
		return this.seen.stream().filter(now::isAfter).count();
	}

}
