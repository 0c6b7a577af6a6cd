package io.videoplatform.samples.clusternode;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.videoplatform.PlatformException;
import io.videoplatform.login.PlatformUser;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClientException;

/**
 * Job that calls the platform for each user whom this node knows, several times a second,
 * and counts what becomes of the calls. A user whose login has ended is not known any
 * more.
 *
 * @since 0.1.0
 */
@Component
public class Calls {

	private final Set<PlatformUser> users = ConcurrentHashMap.newKeySet();

	private final AtomicLong succeeded = new AtomicLong();

	private final AtomicLong failed = new AtomicLong();

	private final AtomicLong loginRequired = new AtomicLong();

	private final Videos videos;

	private volatile @Nullable String lastFailure;

	Calls(Videos videos) {
		this.videos = videos;
	}

	/**
	 * Call the platform for a user from now on.
	 * @param user the user
	 */
	void callFor(PlatformUser user) {
		this.users.add(user);
	}

	/**
	 * Return what became of the calls since the start.
	 * @return the counts
	 */
	public Counts counts() {
		return new Counts(this.succeeded.get(), this.failed.get(), this.loginRequired.get(), this.lastFailure);
	}

	@Scheduled(fixedDelay = 200)
	void callForAll() {
		this.users.forEach(this::call);
	}

	private void call(PlatformUser user) {
		try {
			this.videos.countFor(user);
			this.succeeded.incrementAndGet();
		}
		catch (PlatformException ex) {
			fail(user, ex, ex.isRetryable());
		}
		catch (ClientAuthorizationRequiredException ex) {
			fail(user, ex, false);
		}
		catch (WebClientException ex) {
			fail(user, ex, true);
		}
	}

	private void fail(PlatformUser user, RuntimeException failure, boolean passes) {
		this.lastFailure = failure.getMessage();
		if (passes) {
			this.failed.incrementAndGet();
		}
		else {
			this.loginRequired.incrementAndGet();
			this.users.remove(user);
		}
	}

	/**
	 * What became of the calls.
	 *
	 * @param succeeded the number of successful calls
	 * @param failed the number of calls that failed and may succeed later
	 * @param loginRequired the number of calls that found no login
	 * @param lastFailure why the last of them failed
	 */
	public record Counts(long succeeded, long failed, long loginRequired, @Nullable String lastFailure) {

	}

}
