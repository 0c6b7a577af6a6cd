package io.videoplatform.internal.login;

import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.ClockTicker;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.token.endpoint.TokenGrant;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;

/**
 * Exchanges the authorization codes of logins, and keeps what they brought until Spring
 * Security has checked the login and saves it.
 */
public final class CodeExchange {

	private static final String INVALID_ID_TOKEN = "invalid_id_token";

	/**
	 * What a person is shown: the URL, the client and what to change are for operators.
	 */
	private static final String NOT_ACCEPTED = "The service that checks who you are did not accept this login (%s);"
			+ " the operator of this application can find the reason in its log";

	private static final Duration CHECK_OF_LOGIN = Duration.ofMinutes(2);

	/**
	 * The longest life of a code that is recommended (RFC 6749, section 4.1.2).
	 */
	private static final Duration LIFE_OF_CODE = Duration.ofMinutes(10);

	private static final int UNDER_WAY = 10_000;

	private final LoginRegistrationRepository registrations;

	private final AuthorizationResponseValidator responses;

	private final LoginEventPublisher events;

	private final Clock clock;

	/**
	 * By access token. A provider may return the same one to several logins of a user.
	 */
	private final Cache<String, List<TokenGrant>> unsaved;

	private final Cache<String, Boolean> sent;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param responses checks the response that brought a code
	 * @param events publishes the refusals
	 * @param clock the clock
	 */
	public CodeExchange(LoginRegistrationRepository registrations, AuthorizationResponseValidator responses,
			LoginEventPublisher events, Clock clock) {
		this.registrations = registrations;
		this.responses = responses;
		this.events = events;
		this.clock = clock;
		this.unsaved = cache(CHECK_OF_LOGIN);
		this.sent = cache(LIFE_OF_CODE);
	}

	private <T> Cache<String, T> cache(Duration lifetime) {
		return Caffeine.newBuilder()
			.maximumSize(UNDER_WAY)
			.expireAfterWrite(lifetime)
			.ticker(ClockTicker.of(this.clock))
			.executor(Runnable::run)
			.build();
	}

	/**
	 * Check the response that brought a code.
	 * @param grant the grant, of any registration
	 * @param request the request that brought the response, if it is at hand
	 * @throws OAuth2AuthorizationException if the response is refused
	 */
	public void check(OAuth2AuthorizationCodeGrantRequest grant, @Nullable CallbackRequest request) {
		LoginRefusal refusal = this.responses.check(request, grant);
		if (refusal != null) {
			throw new OAuth2AuthorizationException(
					new OAuth2Error(OAuth2ErrorCodes.INVALID_REQUEST, refusal.reason(), null));
		}
	}

	/**
	 * Check the response that brought a code, and exchange the code, once, at the issuer
	 * that the login began with.
	 * @param request the request, of a registration of the platform's
	 * @param callback the request that brought the response, if it is at hand
	 * @return the tokens; fails with a {@link LoginUnavailableException} if the provider
	 * does not respond, and with an {@link OAuth2AuthorizationException} if it refuses
	 */
	public Mono<OAuth2AccessTokenResponse> exchange(OAuth2AuthorizationCodeGrantRequest request,
			@Nullable CallbackRequest callback) {
		return Mono.defer(() -> {
			check(request, callback);
			return exchange(request);
		});
	}

	private Mono<OAuth2AccessTokenResponse> exchange(OAuth2AuthorizationCodeGrantRequest request) {
		ClientRegistration registration = request.getClientRegistration();
		OAuth2AuthorizationRequest began = request.getAuthorizationExchange().getAuthorizationRequest();
		LoginClient client = Objects.requireNonNull(this.registrations.client(registration.getRegistrationId()));
		if (!began.getAuthorizationUri().equals(registration.getProviderDetails().getAuthorizationUri())) {
			throw refused(client, OAuth2ErrorCodes.INVALID_GRANT,
					"The provider has changed since the login began, and the code is not sent to another one");
		}
		String code = Objects.requireNonNull(request.getAuthorizationExchange().getAuthorizationResponse().getCode(),
				"code");
		URI redirectUri = URI.create(Objects.requireNonNull(began.getRedirectUri()));
		String verifier = began.getAttribute(PkceParameterNames.CODE_VERIFIER);
		return claimed(client, code)
			.then(Mono.defer(() -> client.tokens().tokenClient().exchange(registration, code, redirectUri, verifier)))
			.doOnNext((grant) -> client.acceptance().succeeded(redirectUri.toString()))
			.map((grant) -> response(client, began, grant))
			.onErrorMap(PlatformAuthorizationException.class, (ex) -> failure(client, ex));
	}

	/**
	 * A code that is sent twice may cost the tokens of the first (RFC 6749, section
	 * 4.1.2).
	 */
	private Mono<Void> claimed(LoginClient client, String code) {
		String key = client.registrationId() + " " + Digest.of(code);
		return (this.sent.asMap().putIfAbsent(key, Boolean.TRUE) == null) ? Mono.empty()
				: Mono.error(() -> sentBefore(client));
	}

	private OAuth2AuthorizationException sentBefore(LoginClient client) {
		return refused(client, OAuth2ErrorCodes.INVALID_GRANT,
				"The same response came more than once, and its code is sent only once");
	}

	/**
	 * Return what a code brought, once.
	 * @param accessToken the access token
	 * @param idToken the ID token of the login, which tells it apart from others with the
	 * same access token
	 * @return the tokens, or {@code null} if they were taken before
	 */
	@Nullable TokenGrant take(String accessToken, String idToken) {
		AtomicReference<@Nullable TokenGrant> taken = new AtomicReference<>();
		this.unsaved.asMap().computeIfPresent(accessToken, (key, grants) -> {
			// A user who is logged in may have another account authorized
			TokenGrant grant = grants.stream()
				.filter((each) -> idToken.equals(each.idToken()))
				.findFirst()
				.orElse(grants.get(0));
			taken.set(grant);
			List<TokenGrant> others = grants.stream().filter((each) -> each != grant).toList();
			return others.isEmpty() ? null : others;
		});
		return taken.get();
	}

	private void hold(TokenGrant grant) {
		this.unsaved.asMap()
			.merge(grant.accessToken().value(), List.of(grant),
					(held, added) -> Stream.concat(held.stream(), added.stream()).toList());
	}

	private OAuth2AccessTokenResponse response(LoginClient client, OAuth2AuthorizationRequest began, TokenGrant grant) {
		String idToken = grant.idToken();
		if (began.getScopes().contains(OidcScopes.OPENID) && (idToken == null || idToken.isBlank())) {
			throw refused(client, INVALID_ID_TOKEN, "The token response holds no ID token ('id_token')");
		}
		if (idToken != null) {
			checkNonce(client, began, idToken);
		}
		hold(grant);
		return AccessTokenResponseConverter.convert(grant, this.clock,
				(idToken != null) ? Map.of("id_token", idToken) : Map.of());
	}

	/**
	 * Spring Security checks the nonce as well (OpenID Connect Core 1.0, section
	 * 3.1.3.7), but does not say what it compared. All other checks are made later.
	 */
	private void checkNonce(LoginClient client, OAuth2AuthorizationRequest began, String idToken) {
		String nonce = began.getAttribute(OidcParameterNames.NONCE);
		JWTClaimsSet claims = claims(idToken);
		if (nonce != null && claims != null && !Digest.of(nonce).equals(claims.getClaim(OidcParameterNames.NONCE))) {
			throw refused(client, "invalid_nonce",
					"The ID token does not hold the nonce ('nonce') that the login began with");
		}
	}

	private static @Nullable JWTClaimsSet claims(String idToken) {
		try {
			return SignedJWT.parse(idToken).getJWTClaimsSet();
		}
		catch (ParseException ex) {
			// Refused by the decoder, which says what is wrong with it
			return null;
		}
	}

	private RuntimeException failure(LoginClient client, PlatformAuthorizationException ex) {
		if (ex.isRetryable() || ex.getError() == PlatformError.CLOSING) {
			report(client, ex, "code not exchanged");
			return LoginUnavailableException.of(ex);
		}
		report(client, ex, "code refused");
		String code = Objects.requireNonNullElse(ex.getErrorCode(), "invalid_token_response");
		return new OAuth2AuthorizationException(
				new OAuth2Error(code, NOT_ACCEPTED.formatted(ex.getError().getCode()), null),
				String.valueOf(ex.getMessage()));
	}

	private OAuth2AuthorizationException refused(LoginClient client, String code, String reason) {
		this.events.warn(PlatformError.LOGIN, kind(client, code), ended(client, reason));
		return new OAuth2AuthorizationException(new OAuth2Error(code, reason, null));
	}

	private void report(LoginClient client, PlatformAuthorizationException ex, String kind) {
		String cause = kind + " " + ex.getError().getCode();
		// A refused code is no reason to ask for the account's password
		PlatformError cure = (ex.getError() == PlatformError.INVALID_GRANT) ? PlatformError.LOGIN : ex.getError();
		this.events.warnExplained(ex.getError(), kind(client, cause),
				client.credentials().explain(cure, ended(client, String.valueOf(ex.getMessage()))));
	}

	private static String kind(LoginClient client, String kind) {
		return client.registrationId() + " " + kind;
	}

	private static String ended(LoginClient client, String reason) {
		return "A login at client '%s' ended: %s".formatted(client.name(), reason);
	}

}
