package io.videoplatform.internal.login;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;

import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the sessions that a provider may end. That the tokens of their logins end with
 * them is shown by whole logins.
 */
class LoginSessionRegistryTests {

	private static final String ISSUER = "https://id.example.com/realms/platform";

	private final MovableClock clock = new MovableClock();

	private final LoginSessionRegistry sessions = sessions(100);

	private LoginSessionRegistry sessions(long maximum) {
		LoginRegistrationRepository none = new LoginRegistrationRepository(List.of());
		LoginResolver resolver = new LoginResolver(none);
		LoginEventPublisher reports = new LoginEventPublisher(this.clock, (event) -> {
		});
		LoginTokenRepository store = new LoginTokenRepository(none, resolver,
				new CodeExchange(none, new AuthorizationResponseValidator(none, reports), reports, this.clock), null,
				this.clock);
		return new LoginSessionRegistry(store, maximum, this.clock, null, null);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "a, -, ann-1", "-, ann, ann-1 ann-2", "a, ann, ann-1", "c, -, bob-1",
			"a, bob, ''", "other, -, ''", "-, nobody, ''" })
	void removeWhenProviderNamesSessionOrUserThenThoseEnd(@Nullable String sid, @Nullable String subject,
			String ended) {
		this.sessions.save(session("ann-1", ISSUER, "web", "ann", "a")).block();
		this.sessions.save(session("ann-2", ISSUER, "web", "ann", "b")).block();
		this.sessions.save(session("bob-1", ISSUER, "web", "bob", "c")).block();
		List<OidcSessionInformation> removed = this.sessions.remove(token(sid, subject));
		assertThat(removed.stream().map(OidcSessionInformation::getSessionId).sorted().toList())
			.isEqualTo(ended.isEmpty() ? List.of() : List.of(ended.split(" ")));
		assertThat(this.sessions.count()).isEqualTo(3 - removed.size());
		assertThat(this.sessions.remove(token(sid, subject))).isEmpty();
	}

	@Test
	void removeWhenSessionIsOfAnotherIssuerOrClientThenItGoesOn() {
		this.sessions.save(session("1", "https://other.example.com", "web", "ann", "a")).block();
		this.sessions.save(session("2", ISSUER, "other", "ann", "a")).block();
		assertThat(this.sessions.remove(token("a", "ann"))).isEmpty();
		assertThat(this.sessions.count()).isEqualTo(2);
	}

	@Test
	void removeWhenIdentifierHasChangedThenNewOneIsReturned() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		OidcSessionInformation held = this.sessions.remove("1");
		assertThat(held).isNotNull();
		this.sessions.save(held.withSessionId("2")).block();
		assertThat(this.sessions.remove(token("a", null))).singleElement()
			.extracting(OidcSessionInformation::getSessionId)
			.isEqualTo("2");
	}

	@Test
	void endWhenProviderNamedSessionThenMarkedUntilItHoldsAnotherLogin() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		this.sessions.remove(token("a", null)).forEach((session) -> this.sessions.logout().end(session).block());
		assertThat(this.sessions.isEnded("1")).isTrue();
		assertThat(this.sessions.isEnded("2")).isFalse();
		this.sessions.save(session("1", ISSUER, "web", "bob", "b")).block();
		assertThat(this.sessions.isEnded("1")).isFalse();
	}

	@Test
	void loggedOutWhenSessionHoldsAnotherLoginThenOnlyThatIsHeldAndNotMarked() {
		OidcSessionInformation ann = session("1", ISSUER, "web", "ann", "a");
		this.sessions.save(ann).block();
		this.sessions.save(session("1", ISSUER, "web", "bob", "b")).block();
		this.sessions.logout().mark(token("a", null));
		assertThat(this.sessions.isEnded("1")).isTrue();
		this.sessions.loggedOut("1", ann.getPrincipal());
		assertThat(this.sessions.isEnded("1")).isFalse();
		assertThat(this.sessions.remove(token("a", null))).isEmpty();
		assertThat(this.sessions.remove(token("b", null))).hasSize(1);
	}

	@Test
	void loggedOutWhenAnotherLoginIsMarkedThenTheSessionStaysMarked() {
		OidcSessionInformation ann = session("1", ISSUER, "web", "ann", "a");
		this.sessions.save(ann).block();
		this.sessions.save(session("1", ISSUER, "web", "bob", "b")).block();
		this.sessions.logout().mark(token("b", null));
		this.sessions.loggedOut("1", ann.getPrincipal());
		assertThat(this.sessions.isEnded("1")).isTrue();
	}

	@Test
	void saveWhenThereAreTooManyThenNumberIsBounded() {
		LoginSessionRegistry few = sessions(10);
		for (int i = 0; i < 50; i++) {
			few.save(session("session-" + i, ISSUER, "web", "ann", "sid-" + i)).block();
		}
		assertThat(few.count()).isEqualTo(10);
	}

	@Test
	void saveWhenThereAreTooManyThenThoseGoThatWereNotUsedForLongest() {
		LoginSessionRegistry few = sessions(10);
		for (int i = 0; i < 10; i++) {
			few.save(session("session-" + i, ISSUER, "web", "ann", "sid-" + i)).block();
		}
		for (int i = 0; i < 100; i++) {
			few.isEnded("session-0");
			few.isEnded("session-1");
		}
		for (int i = 10; i < 18; i++) {
			few.save(session("session-" + i, ISSUER, "web", "ann", "sid-" + i)).block();
		}
		assertThat(few.remove("session-0")).isNotNull();
		assertThat(few.remove("session-1")).isNotNull();
		few.save(session("session-18", ISSUER, "web", "ann", "sid-18")).block();
		assertThat(few.remove("session-9")).isNull();
		assertThat(few.remove("session-18")).isNotNull();
	}

	@Test
	void endWhenThereAreTooManyThenNewestMarksAreHeld() {
		LoginSessionRegistry few = sessions(10);
		for (int i = 0; i < 50; i++) {
			few.logout().end(session("session-" + i, ISSUER, "web", "ann", "sid-" + i)).block();
		}
		for (int i = 40; i < 50; i++) {
			assertThat(few.isEnded("session-" + i)).isTrue();
		}
		assertThat(few.isEnded("session-39")).isFalse();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "a, -, 1, true", "-, ann, 1, true", "a, ann, 1, true", "a, -, 0, true",
			"a, -, -1, false", "-, ann, 0, false", "b, -, 1, false", "a, bob, 1, false" })
	void saveWhenProviderHasEndedTheLoginMeanwhileThenSessionIsMarked(@Nullable String sid, @Nullable String subject,
			long secondsAfterLogin, boolean ended) {
		OidcLogoutToken token = token(sid, subject, Instant.EPOCH.plusSeconds(secondsAfterLogin));
		this.sessions.logout().end(token, (named) -> Flux.fromIterable(this.sessions.remove(named))).block();
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		assertThat(this.sessions.isEnded("1")).isEqualTo(ended);
		this.sessions.changeId("1", "2", null).block();
		assertThat(this.sessions.isEnded("2")).isEqualTo(ended);
	}

	@Test
	void removeWhenSessionIsGoneThenItsMarkIs() {
		this.sessions.logout().end(session("1", ISSUER, "web", "ann", "a")).block();
		this.sessions.remove("1");
		assertThat(this.sessions.isEnded("1")).isFalse();
	}

	@Test
	void saveWhenMarkedSessionHasAnotherIdentifierThenThatIsMarked() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		this.sessions.remove(token("a", null)).forEach((session) -> this.sessions.logout().end(session).block());
		OidcSessionInformation marked = this.sessions.remove("1");
		assertThat(marked).isNotNull();
		this.sessions.save(marked.withSessionId("2")).block();
		assertThat(this.sessions.isEnded("1")).isFalse();
		assertThat(this.sessions.isEnded("2")).isTrue();
	}

	@Test
	void changeIdWhenSessionIsBeingEndedThenMarkGoesWithIt() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		this.sessions.logout().mark(token("a", null));
		this.sessions.changeId("1", "2", null).block();
		assertThat(this.sessions.isEnded("2")).isTrue();
		List<OidcSessionInformation> removed = this.sessions.remove(token("a", null));
		this.sessions.changeId("2", "3", null).block();
		assertThat(removed).singleElement().extracting(OidcSessionInformation::getSessionId).isEqualTo("2");
		assertThat(this.sessions.isEnded("2")).isFalse();
		assertThat(this.sessions.isEnded("3")).isTrue();
	}

	@Test
	void saveWhenSessionHoldsAnotherLoginThenProviderCanEndBoth() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		this.sessions.save(session("1", ISSUER, "web", "bob", "b")).block();
		assertThat(this.sessions.remove(token("a", null))).singleElement()
			.extracting(OidcSessionInformation::getSessionId)
			.isEqualTo("1");
		assertThat(this.sessions.remove(token("b", null))).hasSize(1);
		assertThat(this.sessions.count()).isZero();
	}

	@Test
	void changeIdWhenSessionHoldsAnotherLoginThenTheLastOneIsMeant() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		this.sessions.save(session("1", ISSUER, "web", "bob", "b")).block();
		this.sessions.changeId("1", "2", null).block();
		assertThat(this.sessions.remove(token("a", null))).isEmpty();
		assertThat(this.sessions.remove(token("b", null))).singleElement()
			.extracting(OidcSessionInformation::getSessionId)
			.isEqualTo("2");
	}

	@Test
	void loggedInWhenSessionHeldAnotherLoginThenOnlyTheNewOneIsMeant() {
		this.sessions.save(session("1", ISSUER, "web", "ann", "a")).block();
		OidcSessionInformation bob = session("1", ISSUER, "web", "bob", "b");
		this.sessions.save(bob).block();
		this.sessions.loggedIn("1", bob.getPrincipal()).block();
		assertThat(this.sessions.remove(token("a", null))).isEmpty();
		assertThat(this.sessions.remove(token("b", null))).containsExactly(bob);
	}

	@Test
	void loggedInWhenSessionIsNotHeldThenItIs() {
		this.sessions.loggedIn("1", session("1", ISSUER, "web", "ann", "a").getPrincipal()).block();
		assertThat(this.sessions.remove(token("a", null))).hasSize(1);
	}

	@Test
	void loggedInWhenProviderHasEndedTheSessionThenItStaysMarked() {
		OidcSessionInformation ann = session("1", ISSUER, "web", "ann", "a");
		this.sessions.logout().end(ann).block();
		this.sessions.loggedIn("1", ann.getPrincipal()).block();
		assertThat(this.sessions.isEnded("1")).isTrue();
	}

	@Test
	void changeIdWhenSessionIsNotHeldThenNothingIs() {
		this.sessions.changeId("1", "2", null).block();
		assertThat(this.sessions.count()).isZero();
		assertThat(this.sessions.isEnded("2")).isFalse();
	}

	private static OidcSessionInformation session(String id, String issuer, String clientId, String subject,
			String sid) {
		Instant now = Instant.EPOCH;
		OidcIdToken idToken = new OidcIdToken("token-of-" + id, now, now.plusSeconds(60),
				Map.of("iss", issuer, "aud", List.of(clientId), "sub", subject, "sid", sid));
		return new OidcSessionInformation(id, Map.of(), new DefaultOidcUser(AuthorityUtils.NO_AUTHORITIES, idToken));
	}

	private static OidcLogoutToken token(@Nullable String sid, @Nullable String subject) {
		return token(sid, subject, Instant.EPOCH);
	}

	private static OidcLogoutToken token(@Nullable String sid, @Nullable String subject, Instant issuedAt) {
		Map<String, Object> claims = new TreeMap<>(Map.of("iss", ISSUER, "aud", List.of("web"), "jti", "1", "iat",
				issuedAt, "events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of())));
		if (sid != null) {
			claims.put("sid", sid);
		}
		if (subject != null) {
			claims.put("sub", subject);
		}
		return OidcLogoutToken.withTokenValue("logout-token").claims((all) -> all.putAll(claims)).build();
	}

}
