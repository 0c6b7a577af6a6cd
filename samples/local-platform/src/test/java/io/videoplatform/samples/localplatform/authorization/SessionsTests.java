package io.videoplatform.samples.localplatform.authorization;

import java.time.Clock;
import java.time.Instant;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Sessions}.
 */
class SessionsTests {

	private final Instant now = Instant.now();

	private final Sessions sessions = new Sessions(Clock.systemUTC());

	@Test
	void saveWhenSessionHasEndedMeanwhileThenStaysOver() {
		this.sessions.save(session("first"));
		this.sessions.endAll("a-login");
		// what a refresh that read the session before its end comes to write
		this.sessions.save(session("second"));
		assertThat(Sessions.isOver(Objects.requireNonNull(this.sessions.findById("id")))).isTrue();
	}

	@Test
	void endAllWhenOtherLoginThenSessionGoesOn() {
		this.sessions.save(session("first"));
		this.sessions.endAll("another-login");
		assertThat(Sessions.isOver(Objects.requireNonNull(this.sessions.findById("id")))).isFalse();
	}

	private OAuth2Authorization session(String refreshToken) {
		RegisteredClient client = RegisteredClient.withId("client")
			.clientId("client")
			.authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
			.build();
		return OAuth2Authorization.withRegisteredClient(client)
			.id("id")
			.principalName("developer")
			.authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
			.refreshToken(new OAuth2RefreshToken(refreshToken, this.now, this.now.plusSeconds(60)))
			.token(OidcIdToken.withTokenValue("id-of-" + refreshToken)
				.subject("developer")
				.claim(IdTokenClaims.SID, "a-login")
				.build())
			.build();
	}

}
