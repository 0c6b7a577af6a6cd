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

	/**
	 * Since when logins are refused at this node for a reason that concerns all of them.
	 */
	private final AtomicReference<@Nullable TokenOutage> refusals = new AtomicReference<>();

	/**
	 * Since when the provider lets no user log in.
	 */
	private final AtomicReference<@Nullable TokenOutage> notAccepted = new AtomicReference<>();

	LoginOutage(EngineClient client) {
		this.client = client;
	}

	/**
	 * Note that a user has logged in.
	 */
	void loggedIn() {
		this.refusals.set(null);
		accepted();
	}

	/**
	 * Note that the provider lets users log in.
	 */
	public void accepted() {
		this.notAccepted.set(null);
	}

	/**
	 * Note a login that is refused for a reason that concerns all of them.
	 * @param reason the reason
	 */
	public void refused(PlatformException reason) {
		note(this.refusals, reason.getStep(), reason);
	}

	/**
	 * Note that the provider lets no user log in.
	 * @param reason the reason
	 */
	public void notAccepted(PlatformException reason) {
		note(this.notAccepted, PlatformStep.LOGIN, reason);
	}

	private void note(AtomicReference<@Nullable TokenOutage> outage, PlatformStep step, PlatformException reason) {
		Instant now = this.client.clock().instant();
		outage.updateAndGet((before) -> new TokenOutage((before != null) ? before.since() : now, step,
				reason.getError().getCode(), String.valueOf(reason.getMessage())));
	}

	/**
	 * Return the outage of the token endpoint that lasts or, if there is none, since when
	 * all logins are refused.
	 * @return the outage, or {@code null} if there is none
	 */
	public @Nullable TokenOutage current() {
		TokenOutage outage = this.client.outage();
		TokenOutage here = (outage != null) ? outage : this.refusals.get();
		return (here != null) ? here : this.notAccepted.get();
	}

}
