package io.videoplatform.internal.token.login;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TokenOutage;
import org.jspecify.annotations.Nullable;

/**
 * Since when no user can log in at a client, or get a new token, and why.
 */
public final class LoginOutage {

	private final EngineClient client;

	private final AtomicReference<@Nullable TokenOutage> refusals = new AtomicReference<>();

	LoginOutage(EngineClient client) {
		this.client = client;
	}

	/**
	 * Note that a user has logged in, or that the provider lets users log in again.
	 */
	public void accepted() {
		this.refusals.set(null);
	}

	/**
	 * Note a login that is refused for a reason that concerns all of them.
	 */
	public void refused(PlatformException reason) {
		note(reason.getStep(), reason);
	}

	/**
	 * Note that the provider lets no user log in.
	 */
	public void notAccepted(PlatformException reason) {
		note(PlatformStep.LOGIN, reason);
	}

	private void note(PlatformStep step, PlatformException reason) {
		Instant now = this.client.clock().instant();
		this.refusals.updateAndGet((before) -> new TokenOutage((before != null) ? before.since() : now, step,
				reason.getError().getCode(), String.valueOf(reason.getMessage())));
	}

	/**
	 * Return the outage of the token endpoint that lasts or, if there is none, since when
	 * all logins are refused.
	 * @return the outage, or {@code null} if there is none
	 */
	public @Nullable TokenOutage current() {
		TokenOutage outage = this.client.outage();
		return (outage != null) ? outage : this.refusals.get();
	}

}
