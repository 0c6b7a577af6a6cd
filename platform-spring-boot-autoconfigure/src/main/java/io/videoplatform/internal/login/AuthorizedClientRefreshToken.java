package io.videoplatform.internal.login;

import java.time.Instant;

import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.core.OAuth2RefreshToken;

/**
 * A refresh token as Spring Security's managers see it, which knows the login that it
 * belongs to: when one of them wants to use it, the engine's one flight does.
 */
final class AuthorizedClientRefreshToken extends OAuth2RefreshToken {

	private static final long serialVersionUID = 1L;

	private final LoginKey login;

	AuthorizedClientRefreshToken(String value, Instant issuedAt, @Nullable Instant expiresAt, LoginKey login) {
		super(value, issuedAt, expiresAt);
		this.login = login;
	}

	LoginKey login() {
		return this.login;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return super.equals(other);
	}

	@Override
	public int hashCode() {
		return super.hashCode();
	}

}
