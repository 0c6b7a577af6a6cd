package io.videoplatform.internal.login.logout;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import com.nimbusds.jose.util.Base64URL;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.internal.login.LoginEventPublisher;
import io.videoplatform.internal.login.LoginParts;
import io.videoplatform.internal.login.oidc.LogoutTokenVerifier;
import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.testing.IdTokens;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link BackChannelLogoutEndpoint} with sessions in a repository.
 */
class BackChannelLogoutEndpointTests {

	private static final SessionDeletion NONE = (session) -> Mono.just(true);

	private final LoginParts parts = new LoginParts();

	private final LoginEventPublisher events = new LoginEventPublisher(this.parts.clock, this.parts.events::add);

	private final MemoryRecordStore store = new MemoryRecordStore(this.parts.clock);

	private final LoginSessionIndex index = this.parts.index(this.store);

	@AfterEach
	void close() {
		Hooks.resetOnErrorDropped();
		this.parts.close();
	}

	@Test
	void handleWhenProviderDoesNotWaitThenTheSameTokenEndsTheSessionLater() throws InterruptedException {
		CountDownLatch asked = new CountDownLatch(1);
		Queue<String> deleted = new ConcurrentLinkedQueue<>();
		LoginSessionRegistry sessions = sessions(false);
		sessions.save(session("1", "ann")).block(LoginParts.PATIENCE);
		BackChannelLogoutEndpoint endpoint = endpoint(sessions, (id) -> {
			if (asked.getCount() > 0) {
				asked.countDown();
				return Mono.never();
			}
			return Mono.fromRunnable(() -> deleted.add(id));
		});
		String token = this.parts.provider.idTokens().logoutToken("sid-1");
		Disposable provider = handle(endpoint, token).subscribe();
		assertThat(asked.await(LoginParts.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		provider.dispose();
		assertThat(status(handle(endpoint, token))).isEqualTo(HttpStatus.OK);
		assertThat(deleted).contains("1");
	}

	@Test
	void handleWhenUserHasSessionsAtAnotherNodeThenTheyEndAtTheSameTime() {
		save(sessions(true), 3);
		assertThat(status(handle(endpoint(sessions(true), together(3)), tokenOf("ann")))).isEqualTo(HttpStatus.OK);
	}

	@Test
	void handleWhenOneSessionCannotBeEndedThenTheOthersLeaveTheIndex() {
		save(sessions(true), 3);
		Queue<String> deleted = new ConcurrentLinkedQueue<>();
		BackChannelLogoutEndpoint endpoint = endpoint(sessions(true), (id) -> {
			deleted.add(id);
			return "2".equals(id) ? Mono.error(new IllegalStateException("The engine is down")) : Mono.empty();
		});
		assertThat(status(handle(endpoint, tokenOf("ann")))).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(Set.copyOf(deleted)).containsExactlyInAnyOrder("1", "2", "3");
		assertThat(indexed(this.index)).containsExactly("2");
	}

	@Tag("full")
	@Test
	void handleWhenUserHasTooManySessionsThenThoseThatAreFoundEndAndUnavailable() {
		LoginSessionRegistry sessions = sessions(true);
		Flux.range(1, SharedSet.MAX_ELEMENTS + 1)
			.concatMap((i) -> sessions.save(this.parts.session(String.valueOf(i), Map.of("sub", "ann"))))
			.blockLast();
		Set<String> deleted = ConcurrentHashMap.newKeySet();
		BackChannelLogoutEndpoint endpoint = endpoint(sessions(true), (id) -> Mono.fromRunnable(() -> deleted.add(id)));
		assertThat(status(handle(endpoint, tokenOf("ann")))).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(deleted).hasSize(SharedSet.MAX_ELEMENTS);
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.asString()
			.contains("The user has more than 1000 sessions")
			.endsWith(". " + PlatformError.LOGINS_EXCEEDED.getCure());
		assertThat(this.parts.events).extracting(PlatformEvent::error)
			.contains(PlatformError.LOGINS_EXCEEDED)
			.doesNotContain(PlatformError.OTHER);
	}

	@Test
	void handleWhenStoreDoesNotRespondThenItIsNamedAndNoFailureIsDropped() {
		Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
		Hooks.onErrorDropped(dropped::add);
		FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.parts.clock));
		LoginSessionRegistry sessions = this.parts.sessions(this.parts.index(store));
		store.down(true);
		assertThat(this.parts.registrations.clients(List.of(TestPlatform.CLIENT_ID))).hasSizeGreaterThan(1);
		assertThat(status(handle(endpoint(sessions, NONE, this.parts.clock), tokenOf("ann"))))
			.isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(dropped).isEmpty();
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.asString()
			.endsWith(". " + PlatformError.STORE.getCure());
		assertThat(this.parts.events).extracting(PlatformEvent::error).contains(PlatformError.STORE);
	}

	/**
	 * The logout token is signed by ES256.
	 */
	@ParameterizedTest
	@CsvSource({ "false, ES256, 200", "false, RS256, 400", "false, unknown, 200", "true, ES256, 200",
			"true, RS256, 400" })
	void handleWhenIdTokenHasAnotherAlgorithmThenRefused(boolean otherNode, String algorithm, int status) {
		OidcSessionInformation session = this.parts.session("1", Map.of("sub", "ann", "sid", "sid-1"),
				idToken(algorithm));
		LoginSessionRegistry sessions = sessions(otherNode);
		(otherNode ? sessions(true) : sessions).save(session).block(LoginParts.PATIENCE);
		Queue<String> deleted = new ConcurrentLinkedQueue<>();
		BackChannelLogoutEndpoint endpoint = endpoint(sessions, (id) -> Mono.fromRunnable(() -> deleted.add(id)));
		ResponseEntity<byte[]> response = handle(endpoint, this.parts.provider.idTokens().logoutToken("sid-1"))
			.block(LoginParts.PATIENCE);
		assertThat(response).isNotNull();
		assertThat(response.getStatusCode().value()).isEqualTo(status);
		assertThat(deleted.contains("1")).isEqualTo(status == 200);
		if (status == 400) {
			assertThat(new String(Objects.requireNonNull(response.getBody()), StandardCharsets.UTF_8))
				.contains("'ES256'", "'RS256'");
		}
	}

	private String idToken(String algorithm) {
		return switch (algorithm) {
			case "ES256" -> IdTokens.sign(Map.of(), "JWT", IdTokens.key("a"));
			case "unknown" -> "no JWT";
			default -> Base64URL.encode("{\"alg\":\"%s\"}".formatted(algorithm)) + ".e30.c2ln";
		};
	}

	@ParameterizedTest
	@CsvSource({ "true, 503", "false, 200" })
	void handleWhenSessionIsNotInTheMemoryOfThisNodeThenUnavailableIfAnotherMayHaveIt(boolean shared, int status) {
		LoginSessionRegistry sessions = sessions(shared);
		save(sessions, 1);
		BackChannelLogoutEndpoint endpoint = endpoint(sessions, (session) -> Mono.just(false), this.parts.clock);
		assertThat(status(handle(endpoint, tokenOf("ann")))).isEqualTo(HttpStatus.valueOf(status));
	}

	/**
	 * Return a deletion that is done when so many sessions are being deleted.
	 */
	private static Function<String, Mono<Void>> together(int number) {
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

	private LoginSessionRegistry sessions(boolean shared) {
		return this.parts.sessions(shared ? this.index : this.parts.index(null));
	}

	private BackChannelLogoutEndpoint endpoint(LoginSessionRegistry sessions, Function<String, Mono<Void>> deletion) {
		return endpoint(sessions, (session) -> deletion.apply(session.id()).thenReturn(true), this.parts.clock);
	}

	private BackChannelLogoutEndpoint endpoint(LoginSessionRegistry sessions, SessionDeletion deletion, Clock clock) {
		return new BackChannelLogoutEndpoint(this.parts.registrations,
				new LogoutTokenVerifier(this.parts.verifiers(clock)),
				new UsedLogoutTokens(LoginParts.sets(this.store), this.parts.registrations), sessions, deletion, clock,
				this.events);
	}

	private static Mono<ResponseEntity<byte[]>> handle(BackChannelLogoutEndpoint endpoint, String token) {
		return endpoint.handle("platform", List.of(token), (verified) -> Flux.empty());
	}

	private List<String> indexed(LoginSessionIndex index) {
		return index.find(this.parts.logoutToken("ann"))
			.map(LoginSession::id)
			.distinct()
			.collectList()
			.blockOptional(LoginParts.PATIENCE)
			.orElseThrow();
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
		return this.parts.session(id, Map.of("sub", user, "sid", "sid-" + id));
	}

}
