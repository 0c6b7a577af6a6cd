package io.videoplatform.internal.login;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.login.oidc.OidcProviderUnavailableException;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.shared.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a login that cannot go on, or whose end cannot be completed, for now: the
 * provider does not respond, for example. It says nothing against the user; the same
 * login may work a little later.
 */
public class LoginUnavailableException extends PlatformException {

	private static final long serialVersionUID = 1L;

	private static final String NOT_POSSIBLE = "Logins are not possible for now: ";

	private static final String NO_RESPONSE = "The sign-in service does not respond";

	private static final String NOT_AVAILABLE = "The sign-in service is not available";

	private static final String NOT_COMPLETED = "This application cannot complete your login";

	/**
	 * The errors of a request that got no response.
	 */
	private static final Set<PlatformError> WITHOUT_RESPONSE = EnumSet.of(PlatformError.CONNECT, PlatformError.TIMEOUT);

	private static final String NOT_ACCEPTED = "What the sign-in service publishes about itself is not"
			+ " accepted; the operator of this application can find the reason in its log";

	private static final String CLOSING = "This application is being stopped";

	private static final String NOT_STORED = "This application cannot store your login";

	private final String explanation;

	private final @Nullable String registrationId;

	/**
	 * Create a new instance.
	 */
	public LoginUnavailableException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			@Nullable Instant nextAttempt, @Nullable Throwable cause) {
		this(message, error, step, uri, nextAttempt, cause, explanation(error, step), null);
	}

	private LoginUnavailableException(String message, PlatformError error, PlatformStep step, @Nullable URI uri,
			@Nullable Instant nextAttempt, @Nullable Throwable cause, String explanation,
			@Nullable String registrationId) {
		super(message, error, step, uri, true, nextAttempt, cause);
		this.explanation = explanation;
		this.registrationId = registrationId;
	}

	/**
	 * Return this exception for the logins at a registration.
	 */
	public LoginUnavailableException at(String registrationId) {
		return new LoginUnavailableException(String.valueOf(getMessage()), getError(), getStep(), getUri(),
				getNextAttempt(), getCause(), this.explanation, registrationId);
	}

	/**
	 * Return the exception for a provider that requires what is not supported.
	 */
	static LoginUnavailableException unsupported(ClientCredentials client, String reason) {
		return new LoginUnavailableException(client.explain(PlatformError.LOGIN_UNSUPPORTED, NOT_POSSIBLE + reason),
				PlatformError.LOGIN_UNSUPPORTED, PlatformStep.LOGIN, null, null, null, reason, client.registrationId());
	}

	/**
	 * Return the exception for a login that cannot be stored for all nodes.
	 */
	public static LoginUnavailableException notStored(Throwable failure) {
		PlatformError error = StoreException.errorOf(failure);
		return new LoginUnavailableException(message(error, String.valueOf(failure.getMessage())), error,
				PlatformStep.LOGIN, null, null, failure, NOT_STORED, null);
	}

	/**
	 * Return what a person or a script is shown.
	 */
	public String explanation() {
		return this.explanation;
	}

	/**
	 * Return the registration whose logins are not possible.
	 */
	@Nullable String registrationId() {
		return this.registrationId;
	}

	/**
	 * Return after how many seconds trying again makes sense, for {@code Retry-After}
	 * (RFC 9110, section 10.2.3).
	 */
	public long retryAfter(Instant now) {
		Instant next = getNextAttempt();
		Duration pause = (next != null) ? Duration.between(now, next) : LoginClient.CONFIRMATION;
		return Math.max(1, pause.plusMillis(999).toSeconds());
	}

	/**
	 * Return the outage that made a login fail, if it was one.
	 */
	public static @Nullable LoginUnavailableException in(@Nullable Throwable failure) {
		return CauseChain.of(failure)
			.filter((cause) -> cause instanceof LoginUnavailableException
					|| cause instanceof OidcProviderUnavailableException)
			.findFirst()
			.map(LoginUnavailableException::of)
			.orElse(null);
	}

	/**
	 * Return the exception for what failed.
	 */
	public static LoginUnavailableException of(Throwable failure) {
		Throwable cause = CauseChain.unwrap(failure);
		return (cause != failure) ? of(cause) : ofCause(failure);
	}

	private static LoginUnavailableException ofCause(Throwable failure) {
		if (failure instanceof LoginUnavailableException known) {
			return known;
		}
		if (failure instanceof PlatformException ex) {
			return new LoginUnavailableException(NOT_POSSIBLE + ex.getMessage(), ex.getError(), ex.getStep(),
					ex.getUri(), ex.getNextAttempt(), ex, explanation(ex), null);
		}
		if (failure instanceof StoreException) {
			return notStored(failure);
		}
		return new LoginUnavailableException(message(PlatformError.OTHER, failure.toString()), PlatformError.OTHER,
				PlatformStep.LOGIN, null, null, failure);
	}

	private static String explanation(PlatformException ex) {
		if (ex.getError() == PlatformError.CLOSING) {
			return CLOSING;
		}
		boolean refused = ex instanceof PlatformDiscoveryException && !ex.isRetryable();
		return refused ? NOT_ACCEPTED : explanation(ex.getError(), ex.getStep());
	}

	/**
	 * Only a missing response is called one, and what fails in this application is not
	 * said to be the provider's fault.
	 */
	private static String explanation(PlatformError error, PlatformStep step) {
		if (step == PlatformStep.STORE) {
			return NOT_STORED;
		}
		if (WITHOUT_RESPONSE.contains(error)) {
			return NO_RESPONSE;
		}
		boolean own = error == PlatformError.OTHER || error == PlatformError.LOGINS_EXCEEDED;
		return own ? NOT_COMPLETED : NOT_AVAILABLE;
	}

	private static String message(PlatformError error, String reason) {
		return error.explain(NOT_POSSIBLE + reason);
	}

}
