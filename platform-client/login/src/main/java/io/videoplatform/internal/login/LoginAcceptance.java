package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.login.LoginOutage;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Whether the provider lets users log in at a client. An error that a browser brings may
 * be forged, and a provider that does not know the client sends no browser back: in both
 * cases the provider is asked, once a minute at most, and what it says counts.
 */
public final class LoginAcceptance {

	/**
	 * The pause between two checks, and the time after which a login that has begun would
	 * have brought a response.
	 */
	private static final long PAUSE = Duration.ofMinutes(1).toMillis();

	private final EngineClient engine;

	private final AuthorizationEndpointProbe endpoint;

	private final LoginOutage outage;

	private final @Nullable String fixedRedirectUri;

	/**
	 * That of the last code which the provider has exchanged: it compares the redirect
	 * URI (RFC 6749, section 4.1.3), which may be made of a header that anyone can send.
	 */
	private volatile @Nullable String confirmedRedirectUri;

	private volatile @Nullable String lastRedirectUri;

	/**
	 * When the first login began since a response came.
	 */
	private final AtomicReference<@Nullable Long> pendingSince = new AtomicReference<>();

	private final AtomicReference<@Nullable Long> checked = new AtomicReference<>();

	private final AtomicReference<@Nullable PlatformError> reported = new AtomicReference<>();

	/**
	 * Create a new instance.
	 */
	public LoginAcceptance(EngineClient engine, AuthorizationEndpointProbe endpoint, LoginOutage outage) {
		this.engine = engine;
		this.endpoint = endpoint;
		this.outage = outage;
		this.fixedRedirectUri = RedirectUri.of(endpoint.credentials()).fixed();
	}

	/**
	 * Return the redirect URI of the client's logins.
	 */
	public @Nullable String redirectUri() {
		String trusted = trustedRedirectUri();
		return (trusted != null) ? trusted : this.lastRedirectUri;
	}

	private @Nullable String trustedRedirectUri() {
		return (this.fixedRedirectUri != null) ? this.fixedRedirectUri : this.confirmedRedirectUri;
	}

	/**
	 * Note a login that begins.
	 */
	void begun(ClientRegistration registration, String redirectUri) {
		if (this.lastRedirectUri == null) {
			// A provider that knows neither shows its own page, and nobody comes back
			publish(PlatformEvent.Level.INFO,
					"The first login at client '%s' begins, with the client_id '%s' and the redirect URI '%s'"
						.formatted(this.engine.name(), registration.getClientId(), redirectUri));
		}
		this.lastRedirectUri = redirectUri;
		long now = now();
		long since = Objects
			.requireNonNull(this.pendingSince.updateAndGet((first) -> (first != null) ? first : Long.valueOf(now)));
		boolean overdue = now - since >= PAUSE;
		if (overdue || this.reported.get() != null) {
			check(registration, Objects.requireNonNull(redirectUri()));
		}
	}

	/**
	 * Note a response that belongs to a login of its session.
	 */
	void responded() {
		this.pendingSince.set(null);
	}

	/**
	 * Note a response with an error, which belongs to a login of its session.
	 */
	void responded(ClientRegistration registration, String redirectUri, String error) {
		responded();
		if (AuthorizationEndpointProbe.ofAllLogins(error) != null) {
			check(registration, Objects.requireNonNullElse(trustedRedirectUri(), redirectUri));
		}
	}

	/**
	 * Note a code that the provider has exchanged.
	 */
	void succeeded(String redirectUri) {
		this.confirmedRedirectUri = redirectUri;
		accepted();
	}

	private void check(ClientRegistration registration, String redirectUri) {
		long now = now();
		Long last = this.checked.get();
		boolean due = last == null || now - last >= PAUSE;
		if (due && this.checked.compareAndSet(last, now)) {
			this.pendingSince.set(null);
			this.endpoint.accepts(registration, redirectUri)
				.onErrorResume(LoginAcceptance::leavesOpen, (ex) -> decided(ex))
				.subscribe(this::found, (ex) -> failed(ex, redirectUri));
		}
	}

	private static boolean refuses(Throwable failure) {
		return failure instanceof PlatformAuthorizationException refusal && !refusal.isRetryable();
	}

	/**
	 * Either the client or the redirect URI is refused.
	 */
	private static boolean leavesOpen(Throwable failure) {
		return failure instanceof PlatformAuthorizationException refusal
				&& refusal.getError() == PlatformError.REDIRECT_URI;
	}

	/**
	 * The token endpoint knows which. A client that it does not recognize by such a
	 * request may still be right.
	 */
	private Mono<Boolean> decided(Throwable refusal) {
		return this.engine.provider()
			.flatMap(this.engine::probe)
			.onErrorMap((ex) -> refuses(ex) && !TokenRequestException.refusesClient(ex.getCause()), (ex) -> refusal)
			.then(Mono.error(refusal));
	}

	private void found(boolean accepts) {
		if (!accepts) {
			unknown("it does not redirect to the application");
		}
		else if (!accepted()) {
			publish(PlatformEvent.Level.DEBUG,
					"The provider accepts authorization requests of client '%s'".formatted(this.engine.name()));
		}
	}

	private boolean accepted() {
		boolean again = this.reported.getAndSet(null) != null;
		if (again) {
			this.outage.accepted();
			publish(PlatformEvent.Level.INFO, "Users can log in at client '%s' again".formatted(this.engine.name()));
		}
		return again;
	}

	private void failed(Throwable failure, String redirectUri) {
		if (failure instanceof PlatformAuthorizationException refusal && refuses(refusal)) {
			refused(refusal, redirectUri);
			return;
		}
		unknown(String.valueOf(failure));
	}

	private void unknown(String reason) {
		publish(PlatformEvent.Level.DEBUG, "The provider does not tell whether users can log in at client '%s': %s"
			.formatted(this.engine.name(), reason));
	}

	private void publish(PlatformEvent.Level level, String message) {
		this.engine.publish(level, PlatformStep.LOGIN, message);
	}

	/**
	 * A redirect URI that anyone may have sent is reported, and is no outage.
	 */
	private void refused(PlatformAuthorizationException refusal, String redirectUri) {
		if (!leavesOpen(refusal) || redirectUri.equals(trustedRedirectUri())) {
			this.outage.notAccepted(refusal);
		}
		if (this.reported.getAndSet(refusal.getError()) != refusal.getError()) {
			this.engine.warn(refusal.getError(), PlatformStep.LOGIN, String.valueOf(refusal.getMessage()));
		}
	}

	private long now() {
		return this.engine.clock().millis();
	}

}
