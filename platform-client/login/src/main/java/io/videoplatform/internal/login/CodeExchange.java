package io.videoplatform.internal.login;

import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.login.oidc.IdTokenValidator;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
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
	private static final String NOT_ACCEPTED = "The sign-in service did not accept this login (%s);"
			+ " the operator of this application can find the reason in its log";

	private final LoginRegistrationRepository registrations;

	private final AuthorizationResponseValidator responses;

	private final LoginEventPublisher events;

	private final Clock clock;

	/**
	 * By the access token as Spring Security has it, which it hands on as it is.
	 */
	private final Cache<OAuth2AccessToken, GrantedTokens> unsaved = Caffeine.newBuilder()
		.weakKeys()
		.executor(Runnable::run)
		.build();

	/**
	 * Create a new instance.
	 */
	public CodeExchange(LoginRegistrationRepository registrations, AuthorizationResponseValidator responses,
			LoginEventPublisher events, Clock clock) {
		this.registrations = registrations;
		this.responses = responses;
		this.events = events;
		this.clock = clock;
	}

	/**
	 * Check the response that brought a code.
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
		String code = Objects.requireNonNull(request.getAuthorizationExchange().getAuthorizationResponse().getCode(),
				"code");
		URI redirectUri = URI.create(Objects.requireNonNull(began.getRedirectUri()));
		String verifier = began.getAttribute(PkceParameterNames.CODE_VERIFIER);
		return client.provider(registration)
			.onErrorMap(LoginUnavailableException::of)
			.switchIfEmpty(Mono.error(() -> refused(client, OAuth2ErrorCodes.INVALID_REQUEST,
					"The provider has changed since the login began, and the code is not sent to another one")))
			.flatMap((provider) -> client.tokens().tokenClient().exchange(provider, code, redirectUri, verifier))
			.doOnNext((grant) -> client.acceptance().succeeded(redirectUri.toString()))
			.map((grant) -> response(client, began, grant))
			.onErrorMap(PlatformAuthorizationException.class, (ex) -> failure(client, ex));
	}

	/**
	 * Return what a code brought.
	 */
	@Nullable GrantedTokens grant(OAuth2AccessToken accessToken) {
		return this.unsaved.getIfPresent(accessToken);
	}

	private OAuth2AccessTokenResponse response(LoginClient client, OAuth2AuthorizationRequest began,
			GrantedTokens grant) {
		String idToken = grant.idToken();
		if (began.getScopes().contains(OidcScopes.OPENID) && (idToken == null || idToken.isBlank())) {
			throw refused(client, INVALID_ID_TOKEN, "The token response holds no ID token ('id_token')");
		}
		if (idToken != null) {
			check(client, began, idToken, grant.accessToken().value());
		}
		OAuth2AccessTokenResponse response = AccessTokenResponseConverter.convert(grant, this.clock,
				(idToken != null) ? Map.of("id_token", idToken) : Map.of());
		this.unsaved.put(response.getAccessToken(), grant);
		return response;
	}

	/**
	 * Check what binds an ID token to its login. Spring Security checks the nonce as well
	 * (OpenID Connect Core 1.0, section 3.1.3.7), but does not say what it compared. All
	 * other checks are made later.
	 */
	private void check(LoginClient client, OAuth2AuthorizationRequest began, String idToken, String accessToken) {
		String nonce = began.getAttribute(OidcParameterNames.NONCE);
		JWTClaimsSet claims = claims(idToken);
		if (nonce != null && claims != null && !Digest.of(nonce).equals(claims.getClaim(OidcParameterNames.NONCE))) {
			throw refused(client, "invalid_nonce",
					"The ID token does not hold the nonce ('nonce') that the login began with");
		}
		if (claims != null && IdTokenValidator.isOfAnotherToken(idToken, claims.getClaim(IdTokenClaimNames.AT_HASH),
				accessToken)) {
			throw refused(client, INVALID_ID_TOKEN, "The ID token " + IdTokenValidator.WRONG_HASH);
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
		PlatformError error = ex.getError();
		// A refused code is no reason to ask for the account's password
		PlatformError cure = (error == PlatformError.INVALID_GRANT) ? PlatformError.LOGIN : error;
		this.events.warnExplained(error, "%s code %s".formatted(client.registrationId(), error.getCode()),
				client.credentials().explain(cure, ended(client, String.valueOf(ex.getMessage()))));
		if (ex.isRetryable() || error == PlatformError.CLOSING) {
			return LoginUnavailableException.of(ex);
		}
		String code = Objects.requireNonNullElse(ex.getErrorCode(), "invalid_token_response");
		return new OAuth2AuthorizationException(new OAuth2Error(code, NOT_ACCEPTED.formatted(error.getCode()), null),
				String.valueOf(ex.getMessage()));
	}

	private OAuth2AuthorizationException refused(LoginClient client, String code, String reason) {
		this.events.warn(PlatformError.LOGIN, "%s %s".formatted(client.registrationId(), code), ended(client, reason));
		return new OAuth2AuthorizationException(new OAuth2Error(code, reason, null));
	}

	private static String ended(LoginClient client, String reason) {
		return "A login at client '%s' ended: %s".formatted(client.name(), reason);
	}

}
