package io.videoplatform.internal.login.oidc;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.shared.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a login that cannot go on, or whose end cannot be completed, for now: the
 * provider does not respond, for example, or the clocks differ. It says nothing against
 * the user; the same login may work a little later.
 */
public class LoginUnavailableException extends PlatformException {

	private static final long serialVersionUID = 1L;

	/**
	 * The pause after a provider has not responded, and for how long its last response
	 * counts: a user is sent only to a provider that is there.
	 */
	public static final Duration CONFIRMATION = Duration.ofSeconds(5);

	private static final Duration LONGEST_LOGIN = Duration.ofSeconds(45);

	private static final String PUSHED = "The sign-in service requires pushed authorization requests (RFC 9126),"
			+ " which are not supported";

	private static final String NOT_POSSIBLE = "Logins are not possible for now: ";

	/**
	 * The errors of a request that got no response.
	 */
	private static final Set<PlatformError> WITHOUT_RESPONSE = EnumSet.of(PlatformError.CONNECT, PlatformError.TIMEOUT);

	/**
	 * The errors of this application.
	 */
	private static final Set<PlatformError> OWN = EnumSet.of(PlatformError.OTHER, PlatformError.LOGINS_EXCEEDED,
			PlatformError.CLOSING);

	/**
	 * Create a new instance.
	 */
	public LoginUnavailableException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			@Nullable Instant nextAttempt, @Nullable Throwable cause) {
		super(message, error, step, uri, true, nextAttempt, cause);
	}

	/**
	 * Return the exception for a provider that requires what is not supported.
	 */
	public static LoginUnavailableException unsupported(ClientCredentials client) {
		return new LoginUnavailableException(client.explain(PlatformError.LOGIN_UNSUPPORTED, NOT_POSSIBLE + PUSHED),
				PlatformError.LOGIN_UNSUPPORTED, PlatformStep.LOGIN, null, null, null);
	}

	/**
	 * Return the exception for a login that cannot be stored for all nodes.
	 */
	public static LoginUnavailableException notStored(Throwable failure) {
		PlatformError error = StoreException.errorOf(failure);
		return new LoginUnavailableException(message(error, String.valueOf(failure.getMessage())), error,
				PlatformStep.STORE, null, null, failure);
	}

	/**
	 * Return what a person or a script is shown. Only a missing response is called one,
	 * and what fails in this application is not said to be the provider's fault.
	 */
	public String explanation() {
		if (getError() == PlatformError.LOGIN_UNSUPPORTED) {
			return PUSHED;
		}
		if (getCause() instanceof PlatformDiscoveryException refused && !refused.isRetryable()) {
			return "What the sign-in service publishes about itself is not accepted; the operator of this application"
					+ " can find the reason in its log";
		}
		if (getStep() == PlatformStep.STORE || OWN.contains(getError())) {
			return "This application cannot complete your login";
		}
		return WITHOUT_RESPONSE.contains(getError()) ? "The sign-in service does not respond"
				: "The sign-in service is not available";
	}

	/**
	 * Return after how many seconds trying again makes sense, for {@code Retry-After}
	 * (RFC 9110, section 10.2.3).
	 */
	public long retryAfter(Instant now) {
		Instant next = getNextAttempt();
		Duration pause = (next != null) ? Duration.between(now, next) : CONFIRMATION;
		return Math.max(1, pause.plusMillis(999).toSeconds());
	}

	/**
	 * Return the outage that made a login fail, if it was one.
	 */
	public static @Nullable LoginUnavailableException in(@Nullable Throwable failure) {
		return CauseChain.of(failure)
			.filter(LoginUnavailableException.class::isInstance)
			.findFirst()
			.map(LoginUnavailableException.class::cast)
			.orElse(null);
	}

	/**
	 * Return the exception for what failed.
	 */
	public static LoginUnavailableException of(Throwable failure) {
		Throwable cause = CauseChain.unwrap(failure);
		if (cause != failure) {
			return of(cause);
		}
		if (failure instanceof LoginUnavailableException known) {
			return known;
		}
		if (failure instanceof PlatformException ex) {
			return new LoginUnavailableException(NOT_POSSIBLE + ex.getMessage(), ex.getError(), ex.getStep(),
					ex.getUri(), ex.getNextAttempt(), ex);
		}
		if (failure instanceof StoreException) {
			return notStored(failure);
		}
		return new LoginUnavailableException(message(PlatformError.OTHER, failure.toString()), PlatformError.OTHER,
				PlatformStep.LOGIN, null, null, failure);
	}

	/**
	 * Return the wait for a login, or a step of it that ends by limits of its own.
	 */
	public static BoundedWait waitForLogin() {
		return new BoundedWait(LONGEST_LOGIN,
				(reason, cause) -> new LoginUnavailableException(
						PlatformError.TIMEOUT.explain("%s: the wait %s".formatted(PlatformStep.LOGIN, reason)),
						PlatformError.TIMEOUT, PlatformStep.LOGIN, null, null, cause));
	}

	private static String message(PlatformError error, String reason) {
		return error.explain(NOT_POSSIBLE + reason);
	}

}
