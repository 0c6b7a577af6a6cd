package io.videoplatform.internal.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.login.oidc.LogoutTokenVerifier;
import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link BackChannelLogoutEndpoint} with sessions in a repository.
 */
class BackChannelLogoutEndpointTests {

	private final LoginParts parts = new LoginParts();

	private final LoginEventPublisher events = new LoginEventPublisher(this.parts.clock, this.parts.events::add);

	private final LoginSessionIndex index = this.parts.index(new MemoryRecordStore(this.parts.clock));

	@AfterEach
	void close() {
		Hooks.resetOnErrorDropped();
		this.parts.close();
	}

	@Test
	void handleWhenProviderDoesNotWaitThenTheSameTokenEndsTheSessionLater() throws InterruptedException {
		CountDownLatch asked = new CountDownLatch(1);
		Queue<String> deleted = new ConcurrentLinkedQueue<>();
		LoginSessionRegistry sessions = sessions(false, (id) -> {
			if (asked.getCount() > 0) {
				asked.countDown();
				return Mono.never();
			}
			return Mono.fromRunnable(() -> deleted.add(id));
		});
		sessions.save(session("1", "ann")).block(LoginParts.PATIENCE);
		BackChannelLogoutEndpoint endpoint = endpoint(sessions, this.parts.clock);
		String token = this.parts.provider.idTokens().logoutToken("sid-1");
		Disposable provider = handle(endpoint, token).subscribe();
		assertThat(asked.await(LoginParts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		provider.dispose();
		assertThat(status(handle(endpoint, token))).isEqualTo(HttpStatus.OK);
		assertThat(deleted).containsExactly("1");
	}

	@Test
	void handleWhenUserHasSessionsThenTheyEndAtTheSameTime() {
		LoginSessionRegistry sessions = sessions(false, together(3));
		save(sessions, 3);
		assertThat(status(handle(endpoint(sessions, this.parts.clock), tokenOf("ann")))).isEqualTo(HttpStatus.OK);
		assertThat(sessions.count()).isZero();
	}

	@Test
	void handleWhenUserHasSessionsAtAnotherNodeThenTheyEndAtTheSameTime() {
		save(sessions(true, together(1)), 3);
		LoginSessionRegistry sessions = sessions(true, together(3));
		assertThat(status(handle(endpoint(sessions, this.parts.clock), tokenOf("ann")))).isEqualTo(HttpStatus.OK);
	}

	@Test
	void handleWhenOneSessionCannotBeEndedThenTheOthersLeaveTheIndex() {
		save(sessions(true, together(1)), 3);
		Queue<String> deleted = new ConcurrentLinkedQueue<>();
		BackChannelLogoutEndpoint endpoint = endpoint(sessions(true, (id) -> {
			deleted.add(id);
			return "2".equals(id) ? Mono.error(new IllegalStateException("The engine is down")) : Mono.empty();
		}), this.parts.clock);
		assertThat(status(handle(endpoint, tokenOf("ann")))).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(Set.copyOf(deleted)).containsExactlyInAnyOrder("1", "2", "3");
		deleted.clear();
		assertThat(status(handle(endpoint, tokenOf("ann")))).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(Set.copyOf(deleted)).containsExactly("2");
	}

	@Tag("full")
	@Test
	void handleWhenUserHasTooManySessionsThenThoseThatAreFoundEndAndUnavailable() {
		LossyRecordStore store = new LossyRecordStore(new MemoryRecordStore(this.parts.clock));
		LoginSessionIndex index = this.parts.index(store);
		Sinks.Empty<Void> gate = Sinks.empty();
		store.request = gate.asMono();
		Mono<Void> added = Flux.range(1, SharedSet.MAX_ELEMENTS + 1)
			.flatMap((i) -> index.add(session(String.valueOf(i), "ann")), Integer.MAX_VALUE)
			.then()
			.cache();
		added.subscribe();
		gate.tryEmitEmpty();
		added.block(LoginParts.PATIENCE);
		Set<String> deleted = ConcurrentHashMap.newKeySet();
		BackChannelLogoutEndpoint endpoint = endpoint(sessions(index, (id) -> Mono.fromRunnable(() -> deleted.add(id))),
				this.parts.clock);
		assertThat(status(handle(endpoint, tokenOf("ann")))).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(deleted).hasSize(SharedSet.MAX_ELEMENTS).doesNotContain("1");
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.asString()
			.contains("The user has more than 1000 sessions")
			.endsWith(". " + PlatformError.SESSIONS_EXCEEDED.getCure());
		assertThat(this.parts.events).extracting(PlatformEvent::error)
			.contains(PlatformError.SESSIONS_EXCEEDED)
			.doesNotContain(PlatformError.OTHER);
		// What was deleted is soon deleted again, so that another node looks at the index
		Set<String> later = ConcurrentHashMap.newKeySet();
		BackChannelLogoutEndpoint other = endpoint(sessions(index, (id) -> Mono.fromRunnable(() -> later.add(id))),
				this.parts.clock);
		assertThat(status(handle(other, tokenOf("ann")))).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(later).isEmpty();
		assertThat(status(handle(other, this.parts.provider.idTokens().logoutToken("sid-1")))).isEqualTo(HttpStatus.OK);
		assertThat(later).containsExactly("1");
	}

	@ParameterizedTest
	@CsvSource({ "PT-10M, in the future", "PT-59M, in the future", "PT10M, expired at", "PT59M, expired at" })
	void handleWhenClockOfNodeIsOffThenAnotherNodeCanHandleTheSameToken(Duration offset, String reason) {
		LoginSessionRegistry sessions = sessions(false, (id) -> Mono.empty());
		save(sessions, 1);
		String token = this.parts.provider.idTokens().logoutToken("sid-1");
		ResponseEntity<byte[]> response = handle(endpoint(sessions, Clock.offset(this.parts.clock, offset)), token)
			.block(LoginParts.PATIENCE);
		assertThat(response).isNotNull();
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(response.getHeaders().getFirst("Retry-After")).isNotNull();
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.asString()
			.contains("'platform'", reason)
			.endsWith(". " + PlatformError.CLOCK_SKEW.getCure());
		assertThat(this.parts.events).extracting(PlatformEvent::error).contains(PlatformError.CLOCK_SKEW);
		assertThat(sessions.count()).isOne();
		assertThat(status(handle(endpoint(sessions, this.parts.clock), token))).isEqualTo(HttpStatus.OK);
		assertThat(sessions.count()).isZero();
	}

	@Test
	void handleWhenStoreDoesNotRespondThenTheStoreIsNamed() {
		FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.parts.clock));
		LoginSessionRegistry sessions = sessions(this.parts.index(store), (id) -> Mono.empty());
		store.down(true);
		assertThat(status(
				handle(endpoint(sessions, this.parts.clock), this.parts.provider.idTokens().logoutToken("sid-1"))))
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.asString()
			.endsWith(". " + PlatformError.STORE.getCure());
		assertThat(this.parts.events).extracting(PlatformEvent::error).contains(PlatformError.STORE);
	}

	@Test
	void handleWhenStoreDoesNotRespondForClientsWithOneClientIdThenNoFailureIsDropped() {
		Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
		Hooks.onErrorDropped(dropped::add);
		FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.parts.clock));
		LoginSessionRegistry sessions = sessions(this.parts.index(store), (id) -> Mono.empty());
		store.down(true);
		assertThat(this.parts.registrations.clients(List.of(TestPlatform.CLIENT_ID))).hasSizeGreaterThan(1);
		assertThat(status(handle(endpoint(sessions, this.parts.clock), tokenOf("ann"))))
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(dropped).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT-2H", "PT2H" })
	void handleWhenTimesOfTokenAreFarOffThenRefused(Duration offset) {
		LoginSessionRegistry sessions = sessions(false, (id) -> Mono.empty());
		assertThat(status(handle(endpoint(sessions, Clock.offset(this.parts.clock, offset)),
				this.parts.provider.idTokens().logoutToken("sid-1"))))
			.isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.asString()
			.contains("The logout token is refused: ")
			.endsWith(". " + PlatformError.ID_TOKEN.getCure());
	}

	@Test
	void handleWhenClockOfNodeIsOffAndTokenIsForgedThenRefused() {
		LoginSessionRegistry sessions = sessions(false, (id) -> Mono.empty());
		String token = this.parts.provider.idTokens().logoutToken("sid-1");
		this.parts.provider.idTokens().rotateKey();
		assertThat(status(handle(endpoint(sessions, Clock.offset(this.parts.clock, Duration.ofMinutes(10))), token)))
			.isEqualTo(HttpStatus.BAD_REQUEST);
	}

	/**
	 * Return a deletion that is done when so many sessions are being deleted.
	 */
	private static SessionDeletion together(int number) {
		Set<String> deleting = ConcurrentHashMap.newKeySet();
		Sinks.Empty<Void> all = Sinks.empty();
		return (id) -> Mono.defer(() -> {
			deleting.add(id);
			if (deleting.size() == number) {
				all.tryEmitEmpty();
			}
			return all.asMono();
		});
	}

	private void save(LoginSessionRegistry sessions, int number) {
		Flux.range(1, number)
			.concatMap((i) -> sessions.save(session(String.valueOf(i), "ann")))
			.blockLast(LoginParts.PATIENCE);
	}

	private LoginSessionRegistry sessions(boolean shared, SessionDeletion deletion) {
		return sessions(shared ? this.index : null, deletion);
	}

	private LoginSessionRegistry sessions(@Nullable LoginSessionIndex index, SessionDeletion deletion) {
		LoginTokenRepository tokens = new LoginTokenRepository(this.parts.registrations, this.parts.resolver,
				new CodeExchange(this.parts.registrations,
						new AuthorizationResponseValidator(this.parts.registrations, this.events), this.events,
						this.parts.clock),
				this.parts.verifiers(this.parts.clock), this.parts.clock);
		return new LoginSessionRegistry(tokens, 100, this.parts.clock, index, deletion);
	}

	private BackChannelLogoutEndpoint endpoint(LoginSessionRegistry sessions, Clock clock) {
		return new BackChannelLogoutEndpoint(this.parts.registrations,
				new LogoutTokenVerifier(this.parts.verifiers(clock)), new UsedLogoutTokens(clock, null), sessions,
				clock, this.events);
	}

	private static Mono<ResponseEntity<byte[]>> handle(BackChannelLogoutEndpoint endpoint, String token) {
		return endpoint.handle("platform", List.of(token),
				(verified) -> Flux.fromIterable(endpoint.sessions().remove(verified)));
	}

	private static Object status(Mono<ResponseEntity<byte[]>> response) {
		return response.map(ResponseEntity::getStatusCode).block(LoginParts.PATIENCE);
	}

	private String tokenOf(String user) {
		return this.parts.provider.idTokens().logoutToken("", (claims) -> {
			claims.remove("sid");
			claims.put("sub", user);
		});
	}

	private OidcSessionInformation session(String id, String user) {
		Instant now = this.parts.clock.instant();
		OidcIdToken idToken = new OidcIdToken("token-of-" + id, now, now.plusSeconds(60), Map.of("iss",
				this.parts.provider.issuer(), "aud", List.of(TestPlatform.CLIENT_ID), "sub", user, "sid", "sid-" + id));
		return new OidcSessionInformation(id, Map.of(), new DefaultOidcUser(AuthorityUtils.NO_AUTHORITIES, idToken));
	}

}
