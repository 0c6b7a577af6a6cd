package io.videoplatform.login;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.token.TokenGrant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.OidcScopes;

/**
 * Exchanges the authorization codes of logins, and keeps what they brought until Spring
 * Security has checked the login and saves it.
 */
public final class CodeExchange {

	private static final Duration CHECK_OF_LOGIN = Duration.ofMinutes(2);

	private static final int UNDER_WAY = 10_000;

	private final LoginRegistrations registrations;

	private final Clock clock;

	private final PlatformEvent.Listener events;

	private final Cache<String, TokenGrant> unsaved;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param clock the clock
	 * @param events is told of codes that were refused
	 */
	public CodeExchange(LoginRegistrations registrations, Clock clock, PlatformEvent.Listener events) {
		this.registrations = registrations;
		this.clock = clock;
		this.events = events;
		this.unsaved = Caffeine.newBuilder()
			.maximumSize(UNDER_WAY)
			.expireAfterWrite(CHECK_OF_LOGIN)
			.ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
			.executor(Runnable::run)
			.build();
	}

	/**
	 * Exchange a code, once, at the issuer that the login began with.
	 * @param request the request, of a registration of the platform's
	 * @return the tokens; fails with a {@link LoginUnavailableException} if the provider
	 * does not answer, and with an {@link OAuth2AuthorizationException} if it refuses
	 */
	public Mono<OAuth2AccessTokenResponse> exchange(OAuth2AuthorizationCodeGrantRequest request) {
		ClientRegistration registration = request.getClientRegistration();
		OAuth2AuthorizationRequest began = request.getAuthorizationExchange().getAuthorizationRequest();
		LoginClient client = Objects.requireNonNull(this.registrations.client(registration.getRegistrationId()));
		if (!began.getAuthorizationUri().equals(registration.getProviderDetails().getAuthorizationUri())) {
			return Mono.error(() -> refused(client, "invalid_grant",
					"the provider has changed since the login began, and the code is not sent to another one"));
		}
		String code = Objects.requireNonNull(request.getAuthorizationExchange().getAuthorizationResponse().getCode(),
				"code");
		String verifier = began.getAttribute(PkceParameterNames.CODE_VERIFIER);
		return client.tokens()
			.requests()
			.exchange(registration, code, URI.create(Objects.requireNonNull(began.getRedirectUri())), verifier)
			.map((grant) -> response(client, began, grant))
			.onErrorMap(PlatformAuthorizationException.class, (ex) -> failure(client, ex));
	}

	/**
	 * Return what a code brought, once.
	 * @param accessToken the access token
	 * @return the tokens, or {@code null} if they were taken before
	 */
	@Nullable TokenGrant take(String accessToken) {
		return this.unsaved.asMap().remove(accessToken);
	}

	private OAuth2AccessTokenResponse response(LoginClient client, OAuth2AuthorizationRequest began, TokenGrant grant) {
		String idToken = grant.idToken();
		if (began.getScopes().contains(OidcScopes.OPENID) && (idToken == null || idToken.isBlank())) {
			throw refused(client, "invalid_id_token", "the token answer holds no ID token ('id_token')");
		}
		this.unsaved.put(grant.accessToken().value(), grant);
		return TokenResponses.of(grant, this.clock, (idToken != null) ? Map.of("id_token", idToken) : Map.of());
	}

	private RuntimeException failure(LoginClient client, PlatformAuthorizationException ex) {
		if (ex.isRetryable()) {
			tell("A login at client '%s' did not go on: %s".formatted(client.name(), ex.getMessage()));
			return LoginUnavailableException.of(ex);
		}
		return refused(client, Objects.requireNonNullElse(ex.getErrorCode(), "invalid_token_response"),
				String.valueOf(ex.getMessage()));
	}

	private OAuth2AuthorizationException refused(LoginClient client, String code, String reason) {
		tell("A login at client '%s' was refused: %s".formatted(client.name(), reason));
		return new OAuth2AuthorizationException(new OAuth2Error(code, reason, null));
	}

	private void tell(String message) {
		this.events.onEvent(new PlatformEvent(this.clock.instant(), PlatformStep.LOGIN, Level.WARN, message));
	}

}
