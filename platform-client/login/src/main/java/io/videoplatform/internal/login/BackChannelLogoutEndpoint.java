package io.videoplatform.internal.login;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.internal.login.oidc.LogoutTokenVerifier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

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

	private static final JsonMapper JSON = JsonMapper.shared();

	private final LoginRegistrationRepository registrations;

	private final LogoutTokenVerifier verifier;

	private final UsedLogoutTokens used;

	private final LoginSessionRegistry sessions;

	private final Clock clock;

	private final LoginEventPublisher events;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param verifier verifies logout tokens
	 * @param used the logout tokens that were used
	 * @param sessions the sessions that can be ended
	 * @param clock the clock
	 * @param events publishes refused logout tokens
	 */
	public BackChannelLogoutEndpoint(LoginRegistrationRepository registrations, LogoutTokenVerifier verifier,
			UsedLogoutTokens used, LoginSessionRegistry sessions, Clock clock, LoginEventPublisher events) {
		this.registrations = registrations;
		this.verifier = verifier;
		this.used = used;
		this.sessions = sessions;
		this.clock = clock;
		this.events = events;
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
	 * refused, 503 if it cannot be verified or completed now
	 */
	public Mono<ResponseEntity<byte[]>> handle(String registrationId, List<String> tokens,
			Function<OidcLogoutToken, Flux<OidcSessionInformation>> registry) {
		return verified(registrationId, tokens).flatMap((token) -> end(token, registry))
			.thenReturn(ResponseEntity.ok().headers(BackChannelLogoutEndpoint::noStore).body(new byte[0]))
			.onErrorResume(BadJwtException.class, (ex) -> Mono.fromSupplier(() -> refused(registrationId, ex)))
			.onErrorResume((ex) -> Mono.fromSupplier(() -> unavailable(registrationId, ex)));
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
			.flatMap((registration) -> this.verifier.verify(registration, tokens.get(0)))
			.switchIfEmpty(Mono.error(() -> new IllegalStateException("there is no registration")));
	}

	private Mono<Void> end(OidcLogoutToken token, Function<OidcLogoutToken, Flux<OidcSessionInformation>> registry) {
		return this.used.use(token, this.sessions.logout()
			.end(token, registry)
			.doOnNext(
					(count) -> this.events.debug("The provider ended %d sessions of this application".formatted(count)))
			.then());
	}

	private ResponseEntity<byte[]> refused(String registrationId, BadJwtException ex) {
		String reason = String.valueOf(ex.getMessage());
		String named = RegistrationHandle.parse(registrationId).registrationId();
		String message = "A back-channel logout at client registration '%s' is refused. %s".formatted(named,
				StringUtils.trimTrailingCharacter(reason, '.'));
		LoginClient client = this.registrations.client(named);
		this.events.warnExplained(PlatformError.ID_TOKEN, KIND,
				(client != null) ? client.credentials().explain(PlatformError.ID_TOKEN, message)
						: PlatformError.ID_TOKEN.explain(message));
		return error(HttpStatus.BAD_REQUEST, "invalid_request", reason, (headers) -> {
		});
	}

	/**
	 * Return the response to a request that cannot be verified or completed now.
	 * @param registrationId the identifier in the path
	 * @param ex why
	 * @return the response, 503
	 */
	public ResponseEntity<byte[]> unavailable(String registrationId, Throwable ex) {
		LoginUnavailableException outage = LoginUnavailableException.of(ex);
		String reason = String.valueOf(ex.getMessage());
		this.events.warnExplained(outage.getError(), KIND,
				"A back-channel logout at client registration '%s' cannot be verified or completed now: %s".formatted(
						registrationId,
						(ex instanceof PlatformException) ? reason : outage.getError().explain(reason)));
		long seconds = outage.retryAfter(this.clock.instant());
		return error(HttpStatus.SERVICE_UNAVAILABLE, "temporarily_unavailable",
				"The logout cannot be verified or completed now.",
				(headers) -> headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(seconds)));
	}

	private static ResponseEntity<byte[]> error(HttpStatus status, String error, String description,
			Consumer<HttpHeaders> further) {
		Map<String, String> body = new LinkedHashMap<>();
		body.put("error", error);
		body.put("error_description", description(description));
		return ResponseEntity.status(status)
			.contentType(MediaType.APPLICATION_JSON)
			.headers(BackChannelLogoutEndpoint::noStore)
			.headers(further)
			.body(JSON.writeValueAsBytes(body));
	}

	private static void noStore(HttpHeaders headers) {
		headers.setCacheControl("no-store");
	}

	/**
	 * Return the characters that are allowed (RFC 6749, section 5.2).
	 */
	private static String description(String text) {
		return text.chars()
			.mapToObj((character) -> (character >= ' ' && character <= '~' && character != '"' && character != '\\')
					? String.valueOf((char) character) : "?")
			.collect(Collectors.joining());
	}

}
