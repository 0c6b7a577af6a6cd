package io.videoplatform.internal.login;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.videoplatform.Gates;
import io.videoplatform.internal.login.oidc.LogoutTokenVerifier;
import io.videoplatform.internal.login.servlet.PlatformOidcSessionRegistry;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.testing.TestPlatform;
import jakarta.servlet.http.HttpSessionEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Sessions in the memory of nodes that share a store, which loses what is written to the
 * index of the sessions.
 */
@Tag("full")
class LostIndexWriteTests {

	/**
	 * How often a write is tried that somebody waits for.
	 */
	private static final int TRIES = 3;

	/**
	 * Each has an entry of its own: all have the same identifier at the provider.
	 */
	private static final int CLIENTS = 2;

	private final LoginParts parts = new LoginParts();

	private final LoginEventPublisher events = new LoginEventPublisher(this.parts.clock, this.parts.events::add);

	private final LossyRecordStore store = new LossyRecordStore(new MemoryRecordStore(this.parts.clock));

	private final LoginSessionIndex index = this.parts.index(this.store);

	private final SharedLogoutTokens logoutTokens = this.parts.logoutTokens(this.store);

	private final LoginSessionRegistry sessions = sessions();

	private final BackChannelLogoutEndpoint endpoint = endpoint(this.sessions);

	private final BackChannelLogoutEndpoint otherNode = endpoint(sessions());

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void removeWhenStoreIsDownThenTheSessionLeavesTheIndexLater() {
		save("1", "ann");
		this.store.lostRequests.set(TRIES + 1);
		this.sessions.remove("1");
		Gates.until(() -> this.store.lostRequests.get() == 0);
		save("9", "ann");
		awaitIndex("9");
		assertThat(status(this.endpoint, tokenOfAnn())).isEqualTo(HttpStatus.OK);
		assertThat(this.sessions.isEnded("9")).isTrue();
		assertThat(status(this.otherNode, tokenOfAnn())).isEqualTo(HttpStatus.OK);
	}

	@Test
	void sessionIdChangedWhenStoreIsDownThenTheIndexFollowsLater() {
		save("1", "ann");
		this.store.lostRequests.set(TRIES + 1);
		changeIdInContainer("1", "2");
		awaitIndex("2");
		this.store.lostRequests.set(TRIES + 1);
		changeIdInContainer("2", "3");
		changeIdInContainer("3", "4");
		awaitIndex("4");
		assertThat(status(this.otherNode, tokenOfAnn())).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(status(this.endpoint, tokenOfAnn())).isEqualTo(HttpStatus.OK);
		assertThat(this.sessions.isEnded("4")).isTrue();
	}

	@Test
	void changeIdWhenStoreIsDownThenTheOldSessionLeavesTheIndex() {
		save("1", "ann");
		this.store.lostRequests.set(TRIES);
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> this.sessions.changeId("1", "2", null).block(LoginParts.PATIENCE));
		this.sessions.remove("2");
		awaitIndex();
	}

	@Test
	void changeIdWhenNobodyWaitsAnyLongerThenTheIndexFollows() {
		save("1", "ann");
		Sinks.Empty<Void> gate = hold();
		this.sessions.changeId("1", "2", null).subscribe().dispose();
		gate.tryEmitEmpty();
		awaitIndex("2");
	}

	@Test
	void loggedInWhenStoreIsDownThenTheLoginBeforeLeavesTheIndex() {
		save("1", "ann");
		OidcSessionInformation bob = session("1", "bob");
		this.store.lostRequests.set(Integer.MAX_VALUE);
		assertThatExceptionOfType(StoreUnavailableException.class)
			.isThrownBy(() -> this.sessions.loggedIn("1", bob.getPrincipal()).block(LoginParts.PATIENCE));
		this.sessions.remove("1");
		this.store.lostRequests.set(0);
		awaitIndex();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void saveWhenSessionEndsMeanwhileThenItIsNotInTheIndex(boolean byProvider) {
		Sinks.Empty<Void> gate = hold();
		OidcSessionInformation session = session("1", "ann");
		this.sessions.save(session).subscribe();
		if (byProvider) {
			this.sessions.remove(logoutToken());
		}
		else {
			this.sessions.remove("1");
		}
		gate.tryEmitEmpty();
		Gates.until(() -> this.store.written.get() == 2 * CLIENTS);
		awaitIndex();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void handleWhenResponsesOfTheStoreAreLostThenAnsweredAndAReplayIsRefused(int lost) {
		String token = tokenOfAnn();
		this.store.lostResponses.set(lost);
		assertThat(status(this.endpoint, token)).isEqualTo(HttpStatus.OK);
		assertThat(this.store.lostResponses).hasValue(0);
		assertThat(status(this.endpoint, token)).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(status(this.otherNode, token)).isEqualTo(HttpStatus.BAD_REQUEST);
	}

	@Test
	void handleWhenStoreTakesNoWritesThenAnsweredAndAReplayIsRefusedAsSoonAsItDoes() {
		String token = tokenOfAnn();
		this.store.lostRequests.set(Integer.MAX_VALUE);
		assertThat(status(this.endpoint, token)).isEqualTo(HttpStatus.OK);
		assertThat(status(this.endpoint, token)).isEqualTo(HttpStatus.BAD_REQUEST);
		this.store.lostRequests.set(0);
		Gates.until(() -> this.store.written.get() == CLIENTS);
		assertThat(status(this.otherNode, token)).isEqualTo(HttpStatus.BAD_REQUEST);
	}

	@Test
	void handleWhenProviderWaitsNoLongerThenTheSameTokenCanBeSentAgain() {
		String token = tokenOfAnn();
		Sinks.Empty<Void> gate = Sinks.empty();
		this.store.response = gate.asMono();
		Disposable provider = handle(this.endpoint, token).subscribe();
		Gates.until(() -> this.store.written.get() == 1);
		provider.dispose();
		gate.tryEmitEmpty();
		Gates.until(() -> this.store.written.get() == 2 * CLIENTS);
		assertThat(status(this.otherNode, token)).isEqualTo(HttpStatus.OK);
		assertThat(status(this.endpoint, token)).isEqualTo(HttpStatus.BAD_REQUEST);
	}

	@Test
	void handleWhenUserHasSeveralSessionsThenTheyLeaveTheIndexByOneWrite() {
		List.of("1", "2", "3", "4").forEach((id) -> save(id, "ann"));
		int before = this.store.written.get();
		assertThat(status(this.endpoint, tokenOfAnn())).isEqualTo(HttpStatus.OK);
		awaitIndex();
		int ofToken = CLIENTS;
		assertThat(this.store.written.get() - before).isEqualTo(CLIENTS + ofToken);
	}

	@Test
	void renewWhenSessionIsInUseThenItStaysInTheIndex() {
		save("1", "ann");
		for (int i = 0; i < 4; i++) {
			this.parts.clock.advance(LoginSessionIndex.LIFE.dividedBy(3));
			renew(this.sessions, "1");
		}
		this.parts.clock.advance(LoginSessionIndex.LIFE.minusMillis(1));
		awaitIndex("1");
		this.parts.clock.advance(Duration.ofMillis(1));
		awaitIndex();
	}

	@Test
	void renewWhenSessionIsOfAnotherNodeThenOnlyTheFirstUseReadsIt() {
		LoginSessionRegistry node = sessions();
		renew(node, "1");
		awaitIndex("1");
		node.renew("1", () -> {
			throw new AssertionError("The session is read once more");
		});
	}

	@Test
	void renewWhenSessionHoldsNoLoginThenNothingIsWritten() {
		this.sessions.renew("1", () -> null);
		this.sessions.renew("2", () -> {
			throw new IllegalStateException("The session was invalidated");
		});
		assertThat(this.store.written).hasValue(0);
	}

	@Test
	void renewWhenStoreIsDownThenAgainAfterAMinute() {
		this.store.lostRequests.set(TRIES);
		renew(this.sessions, "1");
		Gates.until(() -> this.store.lostRequests.get() == 0);
		Gates.until(() -> {
			this.parts.clock.advance(Duration.ofMinutes(1));
			renew(this.sessions, "1");
			return List.of("1").equals(indexed());
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void renewWhenSessionEndsMeanwhileThenItIsNotInTheIndex(boolean byProvider) {
		save("1", "ann");
		this.parts.clock.advance(LoginSessionIndex.LIFE.dividedBy(2));
		Sinks.Empty<Void> gate = hold();
		renew(this.sessions, "1");
		this.store.request = Mono.empty();
		if (byProvider) {
			this.sessions.logout().mark(logoutToken());
			this.sessions.remove(logoutToken());
		}
		else {
			this.sessions.remove("1");
		}
		gate.tryEmitEmpty();
		awaitIndex();
	}

	@Test
	void renewWhenLoginIsLeftMeanwhileThenItIsNotInTheIndex() {
		save("1", "ann");
		this.parts.clock.advance(LoginSessionIndex.LIFE.dividedBy(2));
		LoginSessionRegistry node = sessions();
		Sinks.Empty<Void> gate = hold();
		renew(node, "1");
		this.store.request = Mono.empty();
		node.remove("1", session("1", "ann").getPrincipal());
		gate.tryEmitEmpty();
		awaitIndex();
	}

	private void renew(LoginSessionRegistry node, String id) {
		node.renew(id, () -> session(id, "ann").getPrincipal());
	}

	private Sinks.Empty<Void> hold() {
		Sinks.Empty<Void> gate = Sinks.empty();
		this.store.request = gate.asMono();
		return gate;
	}

	private void changeIdInContainer(String oldId, String newId) {
		new PlatformOidcSessionRegistry(this.sessions)
			.sessionIdChanged(new HttpSessionEvent(new MockHttpSession(new MockServletContext(), newId)), oldId);
	}

	private void save(String id, String user) {
		this.sessions.save(session(id, user)).block(LoginParts.PATIENCE);
	}

	/**
	 * Wait until these are the sessions of ann in the index.
	 */
	private void awaitIndex(String... ids) {
		Gates.until(() -> List.of(ids).equals(indexed()));
	}

	private List<String> indexed() {
		return this.index.find(logoutToken())
			.map((entry) -> entry.session().id())
			.distinct()
			.collectList()
			.blockOptional(LoginParts.PATIENCE)
			.orElseThrow();
	}

	private LoginSessionRegistry sessions() {
		LoginTokenRepository tokens = new LoginTokenRepository(this.parts.registrations, this.parts.resolver,
				new CodeExchange(this.parts.registrations,
						new AuthorizationResponseValidator(this.parts.registrations, this.events), this.events,
						this.parts.clock),
				this.parts.verifiers(this.parts.clock), this.parts.clock);
		return new LoginSessionRegistry(tokens, 100, this.parts.clock, this.index, null);
	}

	private BackChannelLogoutEndpoint endpoint(LoginSessionRegistry sessions) {
		return new BackChannelLogoutEndpoint(this.parts.registrations,
				new LogoutTokenVerifier(this.parts.verifiers(this.parts.clock)),
				new UsedLogoutTokens(this.parts.clock, this.logoutTokens), sessions, this.parts.clock, this.events);
	}

	private static Mono<ResponseEntity<byte[]>> handle(BackChannelLogoutEndpoint endpoint, String token) {
		return endpoint.handle("platform", List.of(token),
				(verified) -> Flux.fromIterable(endpoint.sessions().remove(verified)));
	}

	private static HttpStatusCode status(BackChannelLogoutEndpoint endpoint, String token) {
		return handle(endpoint, token).map(ResponseEntity::getStatusCode)
			.blockOptional(LoginParts.PATIENCE)
			.orElseThrow();
	}

	private String tokenOfAnn() {
		return this.parts.provider.idTokens().logoutToken("", (claims) -> {
			claims.remove("sid");
			claims.put("sub", "ann");
		});
	}

	private OidcLogoutToken logoutToken() {
		return OidcLogoutToken.withTokenValue("logout-token")
			.issuer(this.parts.provider.issuer())
			.audience(List.of(TestPlatform.CLIENT_ID))
			.subject("ann")
			.jti("1")
			.issuedAt(this.parts.clock.instant())
			.claim("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()))
			.build();
	}

	private OidcSessionInformation session(String id, String user) {
		Instant now = this.parts.clock.instant();
		OidcIdToken idToken = new OidcIdToken("token-of-" + user, now, now.plusSeconds(60),
				Map.of("iss", this.parts.provider.issuer(), "aud", List.of(TestPlatform.CLIENT_ID), "sub", user));
		return new OidcSessionInformation(id, Map.of(), new DefaultOidcUser(AuthorityUtils.NO_AUTHORITIES, idToken));
	}

}
