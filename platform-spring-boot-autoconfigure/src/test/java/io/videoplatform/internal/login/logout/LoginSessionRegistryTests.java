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
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Which sessions a provider means, with and without a store.
 */
class LoginSessionRegistryTests {

	private final LoginParts parts = new LoginParts();

	private final FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.parts.clock));

	private final LoginSessionIndex index = this.parts.index(this.store);

	private final LoginSessionRegistry sessions = this.parts.sessions(this.index);

	private final LoginSessionRegistry other = this.parts.sessions(this.index);

	private final LoginSessionRegistry single = this.parts.sessions(this.parts.index(null));

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
		for (LoginSessionRegistry node : List.of(this.sessions, this.single)) {
			save(node, "ann-2", Map.of("sub", "ann", "sid", "b"));
			save(node, "bob-1", Map.of("sub", "bob", "sid", "c"));
			save(node, "1", Map.of("sub", "ann", "sid", "a", "iss", "https://other.example.com"));
			save(node, "2", Map.of("sub", "ann", "sid", "a", "aud", List.of("other")));
		}
		save(this.single, "ann-1", Map.of("sub", "ann", "sid", "a"));
		List<String> expected = named.isEmpty() ? List.of() : List.of(named.split(" "));
		for (LoginSessionRegistry node : List.of(this.sessions, this.other, this.single)) {
			assertThat(found(node, token(sid, subject))).isEqualTo(expected);
		}
	}

	@Test
	void removeWhenSessionIsOfAnotherProviderThenItsTokenNamesIt() {
		save(this.sessions, "ours", Map.of("sub", "ann", "sid", "a"));
		save(this.sessions, "other", Map.of("sub", "ann", "sid", "a", "aud", List.of("other")));
		OidcLogoutToken token = OidcLogoutToken.withTokenValue("logout-token")
			.claims((claims) -> claims.putAll(token("a", null).getClaims()))
			.audience(List.of("other"))
			.build();
		assertThat(this.sessions.remove(token)).extracting(OidcSessionInformation::getSessionId)
			.containsExactly("other");
		assertThat(this.sessions.remove(token)).isEmpty();
	}

	@Test
	void saveWhenStoreIsDownThenLoginEnds() {
		OidcUser ann = (OidcUser) this.parts.logIn("ann").getPrincipal();
		this.store.down(true);
		assertThatThrownBy(() -> this.sessions.save(new OidcSessionInformation("1", Map.of(), ann)).block())
			.isNotNull();
		assertThat(this.sessions.remove("1")).isNull();
		assertThat(this.parts.client.tokens().get(this.parts.resolver.of(this.parts.client, ann.getIdToken())))
			.isNull();
	}

	@Test
	void idChangedWhenStoreIsDownThenTheIndexFollowsLater() {
		Authentication ann = this.parts.logIn("ann");
		this.sessions.save(new OidcSessionInformation("1", Map.of(), (OidcUser) ann.getPrincipal()))
			.block(LoginParts.PATIENCE);
		this.store.down(true);
		this.sessions.idChanged("1", "2", ann);
		this.store.down(false);
		awaitIndex("2");
	}

	/**
	 * As when a user logs in again, at whichever node.
	 */
	@Test
	void idChangedWhenSessionHoldsAnotherLoginThenOnlyThatIsFound() {
		save(this.sessions, "1", Map.of("sub", "ann"));
		this.sessions.idChanged("1", "2", this.parts.logIn("bob"));
		awaitIndex();
		Gates.until(() -> found(this.other, this.parts.logoutToken("bob")).equals(List.of("2")));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void removeWhenUserLogsOutThenAtAllNodes(boolean elsewhere) {
		Authentication ann = this.parts.logIn("ann");
		this.sessions.save(new OidcSessionInformation("1", Map.of(), (OidcUser) ann.getPrincipal()))
			.block(LoginParts.PATIENCE);
		(elsewhere ? this.other : this.sessions).remove("1", ann);
		awaitIndex();
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
		Gates.until(() -> List.of(ids).equals(found(this.other, this.parts.logoutToken("ann"))));
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
