package io.videoplatform.internal.login.logout;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginEventPublisher;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.login.oidc.LogoutTokenVerifier;
import io.videoplatform.internal.token.TokenEngine;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.util.StringUtils;

/**
 * The endpoint at which the identity provider requests logouts for the platform's
 * registrations (OpenID Connect Back-Channel Logout 1.0), on either web stack. Logout
 * tokens are verified by the keys, the HTTP client and the limits of ID tokens.
 */
public final class BackChannelLogoutEndpoint {

	/**
	 * Where Spring Security takes such requests, too.
	 */
	public static final String PATH = "/logout/connect/back-channel/{registrationId}";

	/**
	 * The parameter that holds the logout token.
	 */
	public static final String PARAMETER = "logout_token";

	/**
	 * Anyone can send such requests: all warnings are of one kind.
	 */
	private static final String KIND = "back-channel logout";

	/**
	 * RFC 6749, section 5.2.
	 */
	private static final String NOT_IN_DESCRIPTION = "[^\\x20\\x21\\x23-\\x5B\\x5D-\\x7E]";

	private static final JsonMapper JSON = JsonMapper.shared();

	/**
	 * Clients of engines wait longer by default than providers do.
	 */
	private static final Duration ENDING = Duration.ofSeconds(5);

	/**
	 * How many sessions of a user are ended at the same time.
	 */
	private static final int AT_ONCE = 8;

	private final LoginRegistrationRepository registrations;

	private final LogoutTokenVerifier verifier;

	private final UsedLogoutTokens used;

	private final LoginSessionRegistry sessions;

	private final SessionDeletion deletion;

	private final Clock clock;

	private final LoginEventPublisher events;

	public BackChannelLogoutEndpoint(LoginRegistrationRepository registrations, LogoutTokenVerifier verifier,
			UsedLogoutTokens used, LoginSessionRegistry sessions, SessionDeletion deletion, Clock clock,
			LoginEventPublisher events) {
		this.registrations = registrations;
		this.verifier = verifier;
		this.used = used;
		this.sessions = sessions;
		this.deletion = deletion;
		this.clock = clock;
		this.events = events;
	}

	/**
	 * Return whether a registration is one of the platform's.
	 */
	public boolean handles(String registrationId) {
		return this.registrations.client(registrationId) != null;
	}

	/**
	 * Handle a request.
	 * @param registrationId the identifier in the path, of one of the platform's
	 * @param parameters the values of the parameter
	 * @param others removes the sessions that a verified logout token names from a
	 * registry of the application's own
	 * @return the response: 200 if all sessions that the token names have ended, 400 if
	 * the request is refused, 503 if it cannot be verified or completed now
	 */
	public Mono<ResponseEntity<byte[]>> handle(String registrationId, List<String> parameters,
			Function<OidcLogoutToken, Flux<OidcSessionInformation>> others) {
		TokenEngine engine = Objects.requireNonNull(this.registrations.client(registrationId)).engine();
		return engine.release(verified(registrationId, parameters)
			.flatMap((token) -> this.used.use(token, Mono.defer(() -> end(token, others))))
			.thenReturn(ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(new byte[0]))
			.onErrorResume(BadJwtException.class, (ex) -> Mono.fromSupplier(() -> refused(registrationId, ex)))
			.onErrorResume((ex) -> Mono.fromSupplier(() -> unavailable(registrationId, ex))));
	}

	private Mono<OidcLogoutToken> verified(String registrationId, List<String> parameters) {
		if (parameters.size() != 1) {
			return Mono.error(() -> new BadJwtException("The request has %s '%s'."
				.formatted(parameters.isEmpty() ? "no parameter" : "more than one parameter", PARAMETER)));
		}
		return this.registrations.find(registrationId)
			.flatMap((registration) -> this.verifier.verify(registration, parameters.get(0)));
	}

	/**
	 * End the sessions that a provider names, and their logins: one of them also if
	 * another cannot be ended.
	 */
	private Mono<Void> end(OidcLogoutToken token, Function<OidcLogoutToken, Flux<OidcSessionInformation>> others) {
		String algorithm = String.valueOf(LoginSession.algorithm(token.getTokenValue()));
		return Flux.mergeDelayError(1, this.sessions.find(token),
				// The application's registry may block
				Flux.defer(() -> others.apply(token))
					.subscribeOn(Schedulers.boundedElastic())
					.flatMap((session) -> Flux.fromStream(this.sessions.logins(session))))
			.distinct()
			.flatMapDelayError((session) -> end(session, algorithm), AT_ONCE, AT_ONCE)
			.onErrorMap(BackChannelLogoutEndpoint::first)
			.then();
	}

	private static Throwable first(Throwable failures) {
		List<Throwable> all = Exceptions.unwrapMultiple(failures);
		return (all.size() > 1) ? first(all.get(0)) : all.get(0);
	}

	/**
	 * The algorithm is that of the ID token (section 2.4): another key that the issuer
	 * publishes does not count.
	 */
	private Mono<Void> end(LoginSession session, String algorithm) {
		String expected = session.stored().algorithm();
		if (expected != null && !expected.equals(algorithm)) {
			return Mono.error(() -> new BadJwtException(
					"The logout token is refused: it is signed by algorithm '%s', and the login's ID token by '%s'."
						.formatted(algorithm, expected)));
		}
		return Mono
			.whenDelayError(session.endedByProvider().timeout(ENDING),
					Mono.defer(() -> this.deletion.delete(session)).timeout(ENDING).doOnNext(this::requireEnd))
			.doOnSuccess((done) -> this.sessions.ended(session));
	}

	private void requireEnd(boolean ended) {
		if (!ended && this.sessions.isShared()) {
			throw new IllegalStateException(
					"A session is in the memory of another node; Spring Session would let all nodes end it");
		}
	}

	private ResponseEntity<byte[]> refused(String registrationId, BadJwtException ex) {
		String reason = String.valueOf(ex.getMessage());
		String message = "A back-channel logout at client registration '%s' is refused. %s".formatted(registrationId,
				StringUtils.trimTrailingCharacter(reason, '.'));
		LoginClient client = Objects.requireNonNull(this.registrations.client(registrationId));
		this.events.warnExplained(PlatformError.ID_TOKEN, KIND,
				client.credentials().explain(PlatformError.ID_TOKEN, message));
		return error(ResponseEntity.badRequest(), "invalid_request", reason);
	}

	/**
	 * Return the response to a request that cannot be verified or completed now.
	 */
	public ResponseEntity<byte[]> unavailable(String registrationId, Throwable ex) {
		LoginUnavailableException outage = LoginUnavailableException.of(ex);
		String reason = String.valueOf(ex.getMessage());
		this.events.warnExplained(outage.getError(), KIND,
				"A back-channel logout at client registration '%s' cannot be verified or completed now: %s".formatted(
						registrationId,
						(ex instanceof PlatformException) ? reason : outage.getError().explain(reason)));
		String seconds = String.valueOf(outage.retryAfter(this.clock.instant()));
		return error(ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).header(HttpHeaders.RETRY_AFTER, seconds),
				"temporarily_unavailable", "The logout cannot be verified or completed now.");
	}

	private static ResponseEntity<byte[]> error(ResponseEntity.BodyBuilder response, String error, String description) {
		Map<String, String> body = Map.of("error", error, "error_description",
				description.replaceAll(NOT_IN_DESCRIPTION, "?"));
		return response.cacheControl(CacheControl.noStore())
			.contentType(MediaType.APPLICATION_JSON)
			.body(JSON.writeValueAsBytes(body));
	}

}
