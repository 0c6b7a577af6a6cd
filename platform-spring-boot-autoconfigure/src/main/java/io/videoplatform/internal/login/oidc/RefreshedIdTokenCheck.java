package io.videoplatform.internal.login.oidc;

import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * The check of an ID token that came with a refresh (OpenID Connect Core 1.0, section
 * 12.2): all that is checked at login, and that it speaks of the same login.
 */
public final class RefreshedIdTokenCheck {

	private final IdTokenVerification verification;

	/**
	 * Create a new instance.
	 * @param verification the verification
	 */
	public RefreshedIdTokenCheck(IdTokenVerification verification) {
		this.verification = verification;
	}

	/**
	 * Check an ID token.
	 * @param registration the client
	 * @param idToken the ID token of the refresh
	 * @param login what the ID token of the login states
	 * @return completes if the token is good; fails with a {@link BadJwtException} if it
	 * is refused, whose message is the rest of a sentence that begins with the token, and
	 * with another exception if it states what it should and its signature could not be
	 * judged: an {@link OidcProviderUnavailableException} if the provider's keys cannot
	 * be had, an {@link OAuth2AuthenticationException} if its metadata name none
	 */
	public Mono<Void> check(ClientRegistration registration, String idToken, LoginIdentity login) {
		return Mono
			.defer(() -> this.verification.refreshedVerifier(registration)
				.verify(idToken, (refreshed) -> compare(refreshed, login)))
			.onErrorMap(IdTokenRefusal.class, (ex) -> new BadJwtException("it " + ex.reason()))
			.then();
	}

	private static void compare(Jwt refreshed, LoginIdentity login) {
		same(login.issuer(), refreshed.getClaimAsString(IdTokenClaimNames.ISS), IdTokenClaimNames.ISS);
		same(login.subject(), refreshed.getSubject(), IdTokenClaimNames.SUB);
		Object authTime = refreshed.getClaim(IdTokenClaimNames.AUTH_TIME);
		if (authTime != null && login.authTime() != null) {
			same(login.authTime(), authTime, IdTokenClaimNames.AUTH_TIME);
		}
		String nonce = refreshed.getClaimAsString(IdTokenClaimNames.NONCE);
		if (nonce != null) {
			same(login.nonce(), nonce, IdTokenClaimNames.NONCE);
		}
	}

	private static void same(@Nullable Object atLogin, @Nullable Object refreshed, String claim) {
		if (!Objects.equals(atLogin, refreshed)) {
			throw new IdTokenRefusal(
					"came with a refresh and has another '%s' than that of the login".formatted(claim));
		}
	}

}
