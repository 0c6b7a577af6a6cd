package io.videoplatform.samples.localplatform.authorization;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.OidcUserInfo;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.oidc.authentication.OidcUserInfoAuthenticationContext;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;

/**
 * The claims of ID tokens and UserInfo about a user. The name is among it whatever the
 * scope, as it is with identity providers whose clients have the profile by default.
 */
class IdTokenClaims {

	/**
	 * Claim that names the login, the same for all clients in one browser (OpenID Connect
	 * Front-Channel Logout 1.0, section 3).
	 */
	static final String SID = "sid";

	private final Clock clock;

	IdTokenClaims(Clock clock) {
		this.clock = clock;
	}

	void customize(JwtEncodingContext context) {
		OAuth2Authorization session = context.getAuthorization();
		context.getClaims().claims((claims) -> {
			claims.putAll(person(context.getPrincipal()));
			if (context.getAuthorizationGrant() instanceof ImplicitGrantToken grant) {
				claims.putAll(grant.getIdTokenClaims());
				claims.put(IdTokenClaimNames.AT_HASH, accessTokenHash(session));
			}
			// known already when the login was in a browser; a password grant is one by
			// itself
			if (session != null && claims.putIfAbsent(SID, session.getId()) == null) {
				claims.put(IdTokenClaimNames.AUTH_TIME, Date.from(this.clock.instant()));
			}
		});
	}

	static OidcUserInfo userInfo(OidcUserInfoAuthenticationContext context) {
		Authentication user = context.getAuthorization().getAttribute(Principal.class.getName());
		return new OidcUserInfo(person(user));
	}

	/**
	 * Return a value that identifies the session without revealing its id.
	 */
	static String hash(String value) {
		return encode(sha256(value), 32);
	}

	/**
	 * Return what binds the access token to the ID token (OpenID Connect Core 1.0,
	 * section 3.2.2.9).
	 */
	private static String accessTokenHash(@Nullable OAuth2Authorization session) {
		OAuth2Authorization.Token<OAuth2AccessToken> token = (session != null) ? session.getAccessToken() : null;
		if (token == null) {
			throw new IllegalStateException("The implicit grant makes the access token first");
		}
		return encode(sha256(token.getToken().getTokenValue()), 16);
	}

	private static String encode(byte[] bytes, int length) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes, length));
	}

	private static byte[] sha256(String value) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.US_ASCII));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

	private static Map<String, Object> person(@Nullable Authentication user) {
		if (user == null || !(user.getPrincipal() instanceof Account account)) {
			throw new IllegalStateException("An ID token is about a person who has logged in");
		}
		return account.claims();
	}

}
