package io.videoplatform.internal.login.logout;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.videoplatform.Gates;
import io.videoplatform.internal.login.LoginParts;
import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests of {@link LoginSessionRegistry}, {@link HeldSessions} and
 * {@link LoginSessionIndex}.
 */
class LoginSessionRegistryTests {

	private final LoginParts parts = new LoginParts();

	private final FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.parts.clock));

	private final LoginSessionIndex index = this.parts.index(this.store);

	private final LoginSessionRegistry sessions = this.parts.sessions(100, this.index);

	private final LoginSessionRegistry other = this.parts.sessions(100, this.index);

	@AfterEach
	void close() {
		this.parts.close();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "a, -, ann-1", "-, ann, ann-1 ann-2", "a, ann, ann-1", "c, -, bob-1",
			"a, bob, ''", "other, -, ''", "-, nobody, ''" })
	void findWhenProviderNamesSessionOrUserThenThoseOfAnyNode(@Nullable String sid, @Nullable String subject,
			String named) {
		save(this.other, "ann-1", Map.of("sub", "ann", "sid", "a"));
		save(this.sessions, "ann-2", Map.of("sub", "ann", "sid", "b"));
		save(this.sessions, "bob-1", Map.of("sub", "bob", "sid", "c"));
		save(this.sessions, "1", Map.of("sub", "ann", "sid", "a", "iss", "https://other.example.com"));
		save(this.sessions, "2", Map.of("sub", "ann", "sid", "a", "aud", List.of("other")));
		List<String> expected = named.isEmpty() ? List.of() : List.of(named.split(" "));
		assertThat(found(this.sessions, token(sid, subject))).isEqualTo(expected);
		assertThat(found(this.other, token(sid, subject))).isEqualTo(expected);
	}

	@Test
	void removeWhenProviderNamesSessionsThenThoseOfThisNodeAndNotAgain() {
		save(this.sessions, "1", Map.of("sub", "ann", "sid", "a"));
		save(this.sessions, "2", Map.of("sub", "ann", "sid", "b"));
		assertThat(this.sessions.remove(token("a", null))).extracting(OidcSessionInformation::getSessionId)
			.containsExactly("1");
		assertThat(this.sessions.remove(token("a", null))).isEmpty();
		awaitIndex("2");
	}

	@Test
	void saveWhenThereAreTooManyThenThoseGoThatWereNotUsedForLongest() {
		LoginSessionRegistry few = this.parts.sessions(3, null);
		for (String id : List.of("1", "2", "3")) {
			save(few, id, Map.of("sub", "ann", "sid", "sid-" + id));
		}
		few.used("1", user("1", "ann"));
		save(few, "4", Map.of("sub", "ann", "sid", "sid-4"));
		assertThat(few.count()).isEqualTo(3);
		assertThat(found(few, token(null, "ann"))).containsExactlyInAnyOrder("1", "3", "4");
		assertThat(found(few, token("sid-2", null))).isEmpty();
	}

	@Test
	void saveWhenStoreIsDownThenLoginEnds() {
		OidcUser ann = (OidcUser) this.parts.logIn("ann").getPrincipal();
		this.store.down(true);
		assertThatThrownBy(() -> this.sessions.save(new OidcSessionInformation("1", Map.of(), ann)).block())
			.isNotNull();
		assertThat(this.sessions.count()).isZero();
		assertThat(this.parts.client.tokens().get(this.parts.resolver.of(this.parts.client, ann.getIdToken())))
			.isNull();
	}

	@Test
	void idChangedWhenStoreIsDownThenTheIndexFollowsLater() {
		save(this.sessions, "1", Map.of("sub", "ann"));
		this.store.down(true);
		this.sessions.idChanged("1", "2");
		this.store.down(false);
		awaitIndex("2");
		assertThat(found(this.sessions, this.parts.logoutToken("ann"))).containsExactly("2");
	}

	/**
	 * As Spring Security does when a user logs in.
	 */
	@Test
	void saveWhenSessionHasGotAnotherIdentifierAndLoginThenOnlyThatIsFound() {
		save(this.sessions, "1", Map.of("sub", "ann"));
		this.sessions.idChanged("1", "2");
		this.sessions.save(this.parts.session("2", Map.of("sub", "bob"), "token-of-bob")).block(LoginParts.PATIENCE);
		awaitIndex();
		assertThat(found(this.other, this.parts.logoutToken("bob"))).containsExactly("2");
	}

	@Test
	void usedWhenSessionIsNotKnownThenAddedAndRenewedBeforeItIsForgotten() {
		this.sessions.used("1", user("1", "ann"));
		awaitIndex("1");
		this.parts.clock.advance(LoginSessionIndex.LIFE.dividedBy(2));
		this.sessions.used("1", user("1", "ann"));
		this.parts.clock.advance(LoginSessionIndex.LIFE.dividedBy(2).plusDays(1));
		awaitIndex("1");
	}

	@Test
	void usedWhenSessionIsKnownThenStoreIsLeftAlone() {
		save(this.sessions, "1", Map.of("sub", "ann"));
		this.sessions.used("1", user("1", "ann"));
		this.parts.clock.advance(LoginSessionIndex.LIFE.plusDays(1));
		awaitIndex();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "bob", "-" })
	void usedWhenSessionHoldsAnotherLoginThenNoLongerTheOneBefore(@Nullable String user) {
		save(this.sessions, "1", Map.of("sub", "ann"));
		this.sessions.used("1", (user != null) ? user("other", user) : null);
		awaitIndex();
		assertThat(found(this.sessions, this.parts.logoutToken("bob"))).hasSize((user != null) ? 1 : 0);
	}

	@Test
	void usedWhenUserIsAnotherProvidersThenNotHeld() {
		this.sessions.used("1", this.parts.session("1", Map.of("sub", "ann", "aud", List.of("other"))).getPrincipal());
		assertThat(this.sessions.count()).isZero();
	}

	private OidcUser user(String id, String user) {
		return this.parts.session(id, Map.of("sub", user)).getPrincipal();
	}

	private void save(LoginSessionRegistry node, String id, Map<String, Object> claims) {
		node.save(this.parts.session(id, claims)).block(LoginParts.PATIENCE);
	}

	private static List<String> found(LoginSessionRegistry node, OidcLogoutToken token) {
		return node.find(token)
			.map(LoginSession::id)
			.distinct()
			.sort()
			.collectList()
			.blockOptional(LoginParts.PATIENCE)
			.orElseThrow();
	}

	/**
	 * Wait until these are the sessions of ann in the index.
	 */
	private void awaitIndex(String... ids) {
		LoginSessionRegistry third = this.parts.sessions(100, this.index);
		Gates.until(() -> List.of(ids).equals(found(third, this.parts.logoutToken("ann"))));
	}

	private OidcLogoutToken token(@Nullable String sid, @Nullable String subject) {
		Map<String, Object> claims = new TreeMap<>(Map.of("iss", this.parts.provider.issuer(), "aud",
				List.of(TestPlatform.CLIENT_ID), "jti", "1", "iat", this.parts.clock.instant(), "events",
				Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of())));
		if (sid != null) {
			claims.put("sid", sid);
		}
		if (subject != null) {
			claims.put("sub", subject);
		}
		return OidcLogoutToken.withTokenValue("logout-token").claims((all) -> all.putAll(claims)).build();
	}

}
