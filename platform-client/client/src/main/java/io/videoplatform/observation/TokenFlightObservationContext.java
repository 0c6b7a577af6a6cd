package io.videoplatform.observation;

/**
 * A flight: the one attempt to acquire a token, for which all callers that need it wait.
 * Its outcome is {@code ACQUIRED} or {@code FAILED}.
 *
 * @since 0.1.0
 */
public class TokenFlightObservationContext extends PlatformObservationContext {

	private final String client;

	private final boolean background;

	/**
	 * Create a new instance.
	 * @param client the client's name; not that of a platform that is named at run time
	 * @param background whether no caller waits for it because a token is held that is
	 * still usable
	 */
	public TokenFlightObservationContext(String client, boolean background) {
		this.client = client;
		this.background = background;
	}

	/**
	 * Return the client's name.
	 * @return the name, {@code platform-roots} for all platforms that are named at run
	 * time
	 */
	public String getClient() {
		return this.client;
	}

	/**
	 * Return whether no caller has waited for it when it began.
	 * @return whether it began behind the callers
	 */
	public boolean isBackground() {
		return this.background;
	}

}
