package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.login.oidc.LogoutTokenDecoder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * Logouts that the identity provider requests for the platform's registrations (OpenID
 * Connect Back-Channel Logout 1.0). Logout tokens are verified by the keys, the HTTP
 * client and the limits of ID tokens.
 */
public final class BackChannelLogoutHandler {

	/**
	 * Where Spring Security takes such requests, too.
	 */
	public static final String PATH = "/logout/connect/back-channel/{registrationId}";

	/**
	 * The parameter that holds the logout token.
	 */
	public static final String PARAMETER = "logout_token";

	private static final int REMEMBERED = 10_000;

	/**
	 * Longer than any logout token is accepted.
	 */
	private static final Duration MEMORY = Duration.ofHours(25);

	/**
	 * Anybody can post such requests: what is refused must not flood the log.
	 */
	private static final Duration PAUSE_OF_WARNINGS = Duration.ofMinutes(1);

	private final LoginRegistrationRepository registrations;

	private final LogoutTokenDecoder decoder;

	private final LoginSessionRegistry sessions;

	private final Clock clock;

	private final PlatformEvent.Listener events;

	private final Cache<String, Boolean> used;

	private final AtomicReference<Instant> lastWarning = new AtomicReference<>(Instant.MIN);

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param decoder decodes and verifies logout tokens
	 * @param sessions the sessions that can be ended
	 * @param clock the clock
	 * @param events takes refused logout tokens, at most one a minute
	 */
	public BackChannelLogoutHandler(LoginRegistrationRepository registrations, LogoutTokenDecoder decoder,
			LoginSessionRegistry sessions, Clock clock, PlatformEvent.Listener events) {
		this.registrations = registrations;
		this.decoder = decoder;
		this.sessions = sessions;
		this.clock = clock;
		this.events = events;
		this.used = Caffeine.newBuilder()
			.maximumSize(REMEMBERED)
			.expireAfterWrite(MEMORY)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
			.executor(Runnable::run)
			.build();
	}

	/**
	 * Return whether a registration is one of the platform's. Requests that name it by
	 * the identifier of one that a login began with are handled here, too, and refused:
	 * Spring Security finds a registration by either.
	 * @param registrationId the identifier in the path
	 * @return whether requests for it are handled here
	 */
	public boolean handles(String registrationId) {
		return this.registrations.isOurs(registrationId);
	}

	/**
	 * Return the sessions that can be ended.
	 * @return the sessions
	 */
	public LoginSessionRegistry sessions() {
		return this.sessions;
	}

	/**
	 * Handle a request.
	 * @param registrationId the identifier in the path
	 * @param tokens the values of the parameter
	 * @param registry removes the sessions that a verified logout token names
	 * @return the response: 200 if those sessions have ended, 400 if the request is
	 * refused, 503 if it cannot be judged or done now
	 */
	public Mono<BackChannelLogoutResponse> handle(String registrationId, List<String> tokens,
			Function<OidcLogoutToken, Flux<OidcSessionInformation>> registry) {
		return verified(registrationId, tokens).flatMap((token) -> end(token, registry))
			.thenReturn(BackChannelLogoutResponse.DONE)
			.onErrorResume(BadJwtException.class, (ex) -> Mono.fromSupplier(() -> refused(registrationId, ex)))
			.onErrorResume((ex) -> Mono.fromSupplier(() -> failed(registrationId, ex)));
	}

	private Mono<OidcLogoutToken> verified(String registrationId, List<String> tokens) {
		if (this.registrations.client(registrationId) == null) {
			return Mono.error(() -> new BadJwtException("There is no such registration."));
		}
		if (tokens.size() != 1) {
			return Mono.error(() -> new BadJwtException("The request has %s '%s'."
				.formatted(tokens.isEmpty() ? "no parameter" : "more than one parameter", PARAMETER)));
		}
		return Mono.fromFuture(() -> this.registrations.find(registrationId), true)
			.flatMap((registration) -> this.decoder.decode(registration, tokens.get(0)))
			.switchIfEmpty(Mono.error(() -> new IllegalStateException("there is no registration")));
	}

	private Mono<Void> end(OidcLogoutToken token, Function<OidcLogoutToken, Flux<OidcSessionInformation>> registry) {
		String id = Digest.of(token.getClaimAsString("iss") + "\n" + token.getId());
		if (this.used.asMap().putIfAbsent(id, true) != null) {
			return Mono.error(() -> new BadJwtException("The logout token is refused: its 'jti' was used before."));
		}
		return Mono.fromRunnable(() -> this.sessions.mark(token))
			.thenMany(Flux.defer(() -> registry.apply(token)))
			.doOnNext(this.sessions::end)
			.count()
			.doOnNext((count) -> publish(Level.DEBUG,
					"The provider ended %d sessions of this application".formatted(count)))
			.doOnError((ex) -> this.used.invalidate(id))
			.then();
	}

	private BackChannelLogoutResponse refused(String registrationId, BadJwtException ex) {
		String reason = String.valueOf(ex.getMessage());
		warn("A back-channel logout at client registration '%s' is refused. %s"
			.formatted(LoginRegistrationRepository.withoutHandle(registrationId), reason));
		return BackChannelLogoutResponse.refused(reason);
	}

	private BackChannelLogoutResponse failed(String registrationId, Throwable ex) {
		warn("A back-channel logout at client registration '%s' cannot be judged or done now: %s"
			.formatted(registrationId, ex.getMessage()));
		return BackChannelLogoutResponse.unavailable(LoginUnavailableException.of(ex).retryAfter(this.clock.instant()));
	}

	private void warn(String message) {
		Instant now = this.clock.instant();
		Instant last = Objects.requireNonNull(this.lastWarning.get());
		boolean due = last.equals(Instant.MIN) || Duration.between(last, now).abs().compareTo(PAUSE_OF_WARNINGS) >= 0;
		if (due && this.lastWarning.compareAndSet(last, now)) {
			publish(Level.WARN, message + " Others are not reported for a minute.");
		}
	}

	private void publish(Level level, String message) {
		this.events.onEvent(new PlatformEvent(this.clock.instant(), PlatformStep.LOGIN, level, message));
	}

}
