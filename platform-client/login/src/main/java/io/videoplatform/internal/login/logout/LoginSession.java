package io.videoplatform.internal.login.logout;

import java.text.ParseException;
import java.util.stream.Stream;

import com.nimbusds.jwt.SignedJWT;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginResolver;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.shared.RecordIdentity;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * A session with a login at one of the platform's clients, which the provider may end.
 *
 * @param client the client of its login
 * @param issuer the issuer of its login
 * @param element the session as it is stored
 * @param stored the same, read
 */
public record LoginSession(LoginClient client, String issuer, String element, Stored stored) {

	private static final JsonMapper JSON = JsonMapper.shared();

	static LoginSession read(LoginClient client, String issuer, String element) {
		return new LoginSession(client, issuer, element, JSON.readValue(element, Stored.class));
	}

	/**
	 * Return a session once for each client that its login is at, which may be none.
	 */
	static Stream<LoginSession> of(OidcSessionInformation session, LoginRegistrationRepository registrations,
			LoginResolver resolver) {
		OidcUser user = session.getPrincipal();
		return registrations.clients(user.getAudience()).map((client) -> {
			LoginKey login = resolver.of(client, user.getIdToken());
			Stored stored = new Stored(session.getSessionId(), login.subject(),
					user.getClaimAsString(LogoutTokenClaimNames.SID), login.loginId(),
					algorithm(user.getIdToken().getTokenValue()));
			return new LoginSession(client, login.issuer(), JSON.writeValueAsString(stored), stored);
		});
	}

	/**
	 * Return the algorithm of a JWT's signature, or {@code null} for what is none, as in
	 * a test.
	 */
	static @Nullable String algorithm(String jwt) {
		try {
			return SignedJWT.parse(jwt).getHeader().getAlgorithm().getName();
		}
		catch (ParseException ex) {
			return null;
		}
	}

	static RecordIdentity ofUser(LoginClient client, String issuer, String subject) {
		return client.identity(issuer, subject, "sessions");
	}

	static RecordIdentity ofSession(LoginClient client, String issuer, String sessionId) {
		return client.identity(issuer, "", "sid:" + sessionId);
	}

	/**
	 * Return the application's identifier of the session.
	 */
	public String id() {
		return this.stored.id();
	}

	/**
	 * Return whether a session with this security context still holds the login: another
	 * user may have logged in there since.
	 */
	public boolean isHeldBy(@Nullable Object securityContext) {
		OidcUser user = LoginResolver.user(securityContext);
		return user != null && Digest.of(user.getIdToken().getTokenValue()).equals(this.stored.login());
	}

	/**
	 * End the login because its user could not be logged out by the provider.
	 */
	void end() {
		this.client.tokens().end(login());
	}

	/**
	 * End the login, at whichever node it began, because the provider has ended it.
	 * Nothing is revoked.
	 */
	Mono<Void> endedByProvider() {
		return Mono.defer(() -> this.client.tokens().endedByProvider(login()));
	}

	private LoginKey login() {
		return new LoginKey(this.client.name(), this.issuer, this.stored.subject(), this.stored.login());
	}

	/**
	 * Return where the session is in the index.
	 */
	Stream<RecordIdentity> places() {
		return Stream.concat(Stream.of(ofUser(this.client, this.issuer, this.stored.subject())),
				Stream.ofNullable(this.stored.sid()).map((sid) -> ofSession(this.client, this.issuer, sid)));
	}

	@Override
	public String toString() {
		return "LoginSession[%s]".formatted(login());
	}

	/**
	 * A session as it is stored.
	 *
	 * @param id the application's identifier of the session
	 * @param subject the user
	 * @param sid the provider's session, if it states one
	 * @param login distinguishes the login from the user's others
	 * @param algorithm the algorithm of the ID token, if it is known
	 */
	record Stored(String id, String subject, @Nullable String sid, String login, @Nullable String algorithm) {

		@Override
		public String toString() {
			return "Stored[subject=%s]".formatted(this.subject);
		}

	}

}
