package io.videoplatform.it.login;

import java.text.ParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.it.api.TokenCheck;

/**
 * A check that notes whose tokens the API host has found good.
 */
final class SeenTokens implements TokenCheck {

	private final List<SeenToken> tokens = new CopyOnWriteArrayList<>();

	private final TokenCheck check;

	SeenTokens(TokenCheck check) {
		this.check = check;
	}

	@Override
	public Optional<String> usernameOf(String token) {
		Optional<String> username = this.check.usernameOf(token);
		username.ifPresent((name) -> this.tokens.add(read(token)));
		return username;
	}

	/**
	 * Returns the tokens of all calls.
	 */
	List<SeenToken> all() {
		return List.copyOf(this.tokens);
	}

	/**
	 * Returns the token of the last call.
	 */
	SeenToken last() {
		return this.tokens.get(this.tokens.size() - 1);
	}

	private static SeenToken read(String token) {
		try {
			JWTClaimsSet claims = SignedJWT.parse(token).getJWTClaimsSet();
			return new SeenToken(claims.getJWTID(), claims.getSubject(),
					Objects.requireNonNullElse(claims.getStringClaim("sid"), ""));
		}
		catch (ParseException ex) {
			throw new IllegalStateException("Keycloak calls a token good that is no JWT", ex);
		}
	}

}
