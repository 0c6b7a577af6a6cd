package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.client.TokenState;
import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.FaultyRecordStore.Fault;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import io.videoplatform.internal.token.endpoint.TokenFixtures;
import io.videoplatform.internal.token.shared.StoreUnavailableException;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Logins, and an application's own token, at several nodes with clocks of their own.
 */
class SharedLoginTests {

	private final LoginPlatform platform = new LoginPlatform();

	private final MovableClock engine = new MovableClock();

	private final RecordStore memory = new MemoryRecordStore(this.engine);

	private final FaultyRecordStore store = new FaultyRecordStore(this.memory);

	private final List<Node> nodes = new ArrayList<>();

	private final Node a = node(Duration.ZERO);

	private final Node b = node(Duration.ofMinutes(10));

	private final Node c = node(Duration.ofMinutes(-10));

	SharedLoginTests() {
		this.platform.provider.issued().expiresIn(60);
	}

	@AfterEach
	void close() {
		this.nodes.forEach(Node::close);
		this.platform.close();
	}

	private Node node(Duration ahead) {
		MovableClock clock = new MovableClock();
		clock.advance(Duration.between(MovableClock.START, this.engine.instant()).plus(ahead));
		Node node = new Node(this.platform.provider.issuer(), this.store, clock);
		this.nodes.add(node);
		return node;
	}

	/**
	 * Return a node whose waits end when the test lets them.
	 */
	private Node waiting(VirtualTimeScheduler time) {
		Node node = new Node(this.platform.provider.issuer(), this.store, new MovableClock(), time);
		this.nodes.add(node);
		return node;
	}

	private void elapse(Duration duration) {
		this.engine.advance(duration);
		this.platform.clock.advance(duration);
		this.nodes.forEach((node) -> node.clock.advance(duration));
	}

	private LoginKey logIn(String subject) {
		return this.platform.login(this.a.tokens, subject);
	}

	/**
	 * Return why a source brings no token, while time goes on.
	 */
	private Throwable failure(TokenSource source) {
		CompletableFuture<Throwable> failure = source.await(Context.empty())
			.<Throwable>map((token) -> new IllegalStateException("a token was obtained"))
			.onErrorResume(Mono::just)
			.toFuture();
		LoginPlatform.until(() -> {
			elapse(Duration.ofMillis(100));
			return failure.isDone();
		});
		return failure.join();
	}

	@Test
	void refreshWhenAllNodesWantItThenOneRequest() {
		LoginKey login = logIn("ann");
		for (int round = 1; round <= 3; round++) {
			elapse(Duration.ofMinutes(1));
			List<CompletableFuture<AccessToken>> calls = Stream.of(this.a, this.b, this.c, this.a, this.b, this.c)
				.map((node) -> node.source(login).await(Context.empty()).toFuture())
				.toList();
			LoginPlatform.all(calls);
			assertThat(calls).extracting((call) -> call.join().value()).containsOnly(calls.get(0).join().value());
			assertThat(this.platform.refreshTokensSent()).hasSize(round).doesNotHaveDuplicates();
		}
	}

	@Test
	void refreshOfALoginThenBeginsEarlierThanThatOfAnApplication() {
		LoginKey login = logIn("ann");
		this.b.obtain(login);
		TokenSource application = this.a.application("s3cret");
		LoginPlatform.obtain(application);
		elapse(Duration.ofSeconds(42));
		assertThat(this.a.source(login).status().state()).isEqualTo(TokenState.STALE);
		assertThat(this.b.source(login).status().state()).isEqualTo(TokenState.STALE);
		assertThat(application.status().state()).isEqualTo(TokenState.FRESH);
		this.a.obtain(login);
		elapse(Duration.ofSeconds(30));
		assertThat(this.a.source(login).status().state()).isEqualTo(TokenState.FRESH);
		elapse(Duration.ofSeconds(12));
		assertThat(this.a.source(login).status().state()).isEqualTo(TokenState.STALE);
	}

	@Test
	void refreshWhenAnotherNodeHasDoneItSinceItsFlightBeganThenNoSecondOne() {
		LoginKey login = logIn("ann");
		String first = this.b.obtain(login);
		elapse(Duration.ofSeconds(55));
		CompletableFuture<ProviderMetadata> discovery = this.b.discovered;
		this.b.discovered = new CompletableFuture<>();
		CompletableFuture<ProviderMetadata> waiting = this.b.discovered;
		assertThat(this.b.source(login).current()).isNotNull();
		assertThat(this.a.source(login).current()).isNotNull();
		LoginPlatform.until(() -> !first.equals(this.b.source(login).held().accessToken().value()));
		assertThat(this.b.source(login).status().inFlight()).isTrue();
		this.b.discovered = discovery;
		waiting.complete(discovery.join());
		LoginPlatform.until(() -> !this.b.source(login).status().inFlight());
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
	}

	@Test
	void refreshWhenAnotherNodeHasDoneItThenTakenOverWithoutAFlight() {
		LoginKey login = logIn("ann");
		String first = this.b.obtain(login);
		elapse(Duration.ofSeconds(58));
		String second = this.a.obtain(login);
		LoginPlatform.until(() -> !first.equals(this.b.source(login).held().accessToken().value()));
		assertThat(this.b.source(login).current().value()).isEqualTo(second);
		assertThat(this.b.source(login).status().inFlight()).isFalse();
	}

	@Test
	void rejectedTokenThenRefreshedOnceForAllNodes() {
		LoginKey login = logIn("ann");
		Stream.of(this.a, this.b).forEach((node) -> {
			TokenSource source = node.source(login);
			AccessToken token = LoginPlatform.get(source.await(Context.empty()));
			token.markAccepted();
			source.reject(token);
		});
		assertThat(this.a.obtain(login)).isEqualTo(this.b.obtain(login));
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
	}

	@Test
	void rejectedTokenWhenItsRefreshIsInDoubtThenRefreshed() {
		LoginKey login = logIn("ann");
		AccessToken token = LoginPlatform.get(this.a.source(login).await(Context.empty()));
		token.markAccepted();
		elapse(Duration.ofSeconds(45));
		this.platform.provider.tokenEndpoint().next(TestResponse.status(504));
		assertThat(this.a.source(login).current()).isNotNull();
		LoginPlatform.until(() -> this.a.source(login).status().state() == TokenState.IN_DOUBT);
		elapse(Duration.ofSeconds(1));
		assertThat(this.a.source(login).reject(token)).isTrue();
		assertThat(this.a.obtain(login)).isNotEqualTo(token.value());
		assertThat(this.b.obtain(login)).isEqualTo(this.a.obtain(login));
		assertThat(this.platform.refreshTokensSent()).containsExactly("refresh-1", "refresh-1");
	}

	@Test
	void logoutThenEndedAtAllNodesAndRevokedOnce() {
		LoginKey login = logIn("ann");
		this.b.obtain(login);
		TokenSource atB = this.b.source(login);
		this.c.tokens.end(login).block(LoginPlatform.PATIENCE);
		LoginPlatform.until(() -> atB.current() == null);
		LoginPlatform.loginRequired(atB);
		LoginPlatform.loginRequired(this.a.source(login));
		LoginPlatform.loginRequired(node(Duration.ZERO).source(login));
		this.platform.provider.server().awaitRequests("/revoke", 1);
		assertThat(this.platform.refreshTokensSent()).isEmpty();
	}

	@Test
	void logoutWhenAnotherLoginSharesTheSessionThenNotRevoked() {
		LoginKey first = this.platform.login(this.a.tokens, "ann", "session-1");
		LoginKey second = this.platform.login(this.b.tokens, "ann", "session-1");
		this.c.tokens.end(first).block(LoginPlatform.PATIENCE);
		assertThat(this.platform.provider.server().requests("/revoke")).isEmpty();
		this.c.tokens.end(second).block(LoginPlatform.PATIENCE);
		this.platform.provider.server().awaitRequests("/revoke", 1);
	}

	/**
	 * Return a node on whose way to the store things get lost.
	 */
	private Node on(FaultyRecordStore way) {
		Node node = new Node(this.platform.provider.issuer(), way, new MovableClock());
		this.nodes.add(node);
		return node;
	}

	@ParameterizedTest
	@EnumSource(names = { "REQUEST_LOST", "RESPONSE_LOST" })
	void logoutWhenAnyWriteIsLostThenEndedAndRevoked(Fault fault) {
		for (int lost = 0; lost < 2; lost++) {
			Node stopped = node(Duration.ZERO);
			LoginKey login = this.platform.login(stopped.tokens, "ann", "session-" + lost);
			stopped.close();
			this.platform.login(this.a.tokens, "ann", "another session");
			FaultyRecordStore way = new FaultyRecordStore(this.store);
			AtomicInteger writes = new AtomicInteger(-lost);
			way.faults((write) -> (writes.getAndIncrement() == 0) ? fault : Fault.NONE);
			on(way).tokens.end(login).block(LoginPlatform.PATIENCE);
			LoginPlatform.loginRequired(node(Duration.ZERO).source(login));
			this.platform.provider.server().awaitRequests("/revoke", lost + 1);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3 })
	void logoutWhenAnyReadIsLostThenEndedAndRevoked(int lost) {
		Node stopped = node(Duration.ZERO);
		LoginKey login = this.platform.login(stopped.tokens, "ann", "session-1");
		stopped.close();
		this.platform.login(this.a.tokens, "ann", "another session");
		FaultyRecordStore way = new FaultyRecordStore(this.store);
		AtomicInteger reads = new AtomicInteger();
		way.holdReads(Mono.defer(() -> (reads.getAndIncrement() == lost)
				? Mono.error(new StoreUnavailableException("simulated", null)) : Mono.empty()));
		on(way).tokens.end(login).block(LoginPlatform.PATIENCE);
		assertThat(reads).hasValueGreaterThan(lost);
		LoginPlatform.loginRequired(node(Duration.ZERO).source(login));
		this.platform.provider.server().awaitRequests("/revoke", 1);
	}

	@Test
	void logoutWhenAnotherNodeHasRemovedItFromTheIndexThenItsSessionIsKnown() {
		this.platform.login(this.a.tokens, "ann", "another session");
		LoginKey login = this.platform.login(this.a.tokens, "ann", "session-1");
		FaultyRecordStore way = new FaultyRecordStore(this.store);
		Sinks.Empty<Void> gate = Sinks.empty();
		way.holdResponses(gate.asMono());
		Node paused = on(way);
		paused.obtain(login);
		way.faults((write) -> Fault.RESPONSE_HELD);
		CompletableFuture<Void> ending = paused.tokens.end(login).toFuture();
		LoginPlatform.until(() -> !login
			.equals(node(Duration.ZERO).tokens.findNewest(login.issuer(), "ann").block(LoginPlatform.PATIENCE)));
		gate.tryEmitEmpty();
		LoginPlatform.all(List.of(ending));
		this.platform.provider.server().awaitRequests("/revoke", 1);
	}

	@Test
	void refreshWhenRefusedThenEndedAtAllNodes() {
		LoginKey login = logIn("ann");
		this.b.obtain(login);
		TokenSource atB = this.b.source(login);
		elapse(Duration.ofMinutes(1));
		this.platform.provider.tokenEndpoint().next(TestResponse.error(400, "invalid_grant"));
		LoginPlatform.loginRequired(this.a.source(login));
		LoginPlatform.loginRequired(atB);
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
	}

	/**
	 * Return a login that a node could not refresh because its secret is wrong.
	 */
	private LoginKey loginOfRefusedClient() {
		LoginKey login = logIn("ann");
		elapse(Duration.ofSeconds(65));
		this.platform.provider.tokenEndpoint().next(TestResponse.error(401, "invalid_client"));
		assertThat(failure(this.a.source(login))).isInstanceOf(PlatformAuthorizationException.class)
			.hasMessageContaining("invalid_client");
		elapse(Duration.ofSeconds(1));
		return login;
	}

	@Test
	void refreshWhenTheSecretOfThisNodeHasChangedThenTriedWithoutPause() {
		LoginKey login = loginOfRefusedClient();
		assertThat(failure(this.a.source(login))).isInstanceOf(PlatformAuthorizationException.class);
		this.a.secret = "new";
		assertThat(this.a.obtain(login)).isEqualTo(this.b.obtain(login));
		assertThat(this.platform.refreshTokensSent()).hasSize(2);
	}

	@Test
	void refreshWhenAnotherNodeHasHadTheNewSecretBeforeThenItIsNotHeldBack() {
		LoginKey login = loginOfRefusedClient();
		this.b.secret = "new";
		String token = this.b.obtain(login);
		LoginPlatform.until(() -> token.equals(this.a.source(login).held().accessToken().value()));
		assertThat(this.a.obtain(login)).isEqualTo(token);
		assertThat(this.platform.refreshTokensSent()).hasSize(2);
	}

	@Test
	void refreshWhenDiscoveryNamesAnotherIssuerOfTheOriginThenNotSentThereAndEndedAtThisNodeOnly() {
		LoginKey login = logIn("ann");
		CompletableFuture<ProviderMetadata> issuer = this.a.discovered;
		this.a.discovered = CompletableFuture.completedFuture(TokenFixtures
			.provider(this.platform.provider.rootUrl() + "/other", issuer.join().tokenEndpoint().toString(), null));
		elapse(Duration.ofMinutes(1));
		LoginPlatform.loginRequired(this.a.source(login));
		assertThat(this.platform.refreshTokensSent()).isEmpty();
		this.b.obtain(login);
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
		elapse(Duration.ofMinutes(1));
		this.a.discovered = issuer;
		assertThat(this.a.obtain(login)).isEqualTo(this.b.obtain(login));
		assertThat(this.platform.refreshTokensSent()).hasSize(2);
	}

	@Test
	void nodeWhenStartedAgainThenLoginsGoOn() {
		LoginKey login = logIn("ann");
		this.a.close();
		elapse(Duration.ofMinutes(2));
		assertThat(node(Duration.ZERO).obtain(login)).isNotNull();
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
	}

	@Test
	void newestLoginIsFoundAtAnotherNode() {
		logIn("ann");
		LoginKey second = logIn("ann");
		assertThat(this.b.tokens.findNewest(second.issuer(), "ann").block(LoginPlatform.PATIENCE)).isEqualTo(second);
		this.c.tokens.end(second).block(LoginPlatform.PATIENCE);
		assertThat(node(Duration.ZERO).tokens.findNewest(second.issuer(), "ann").block(LoginPlatform.PATIENCE))
			.isNotEqualTo(second)
			.isNotNull();
		assertThat(this.b.tokens.findNewest(second.issuer(), "bob").block(LoginPlatform.PATIENCE)).isNull();
	}

	@Test
	void newestLoginWhenALaterOneHasExpiredThenNotThatOne() {
		this.platform.provider.issued().refreshExpiresIn(1800);
		LoginKey login = logIn("ann");
		elapse(Duration.ofMinutes(1));
		logIn("ann");
		elapse(Duration.ofMinutes(20));
		this.a.obtain(login);
		elapse(Duration.ofMinutes(15));
		assertThat(this.b.tokens.findNewest(login.issuer(), "ann").block(LoginPlatform.PATIENCE)).isEqualTo(login);
	}

	@Test
	void newestLoginWhenTheNodeWasKilledBeforeItWasStoredThenNone() {
		FaultyRecordStore way = new FaultyRecordStore(this.store);
		AtomicInteger writes = new AtomicInteger();
		way.faults((write) -> (writes.getAndIncrement() == 0) ? Fault.NODE_STOPPED : Fault.NONE);
		LoginKey login = this.platform.login(on(way).tokens, "ann");
		assertThat(writes).hasValue(1);
		assertThat(this.b.tokens.findNewest(login.issuer(), "ann").block(LoginPlatform.PATIENCE)).isNull();
	}

	@Test
	void replacedLoginWhenAnotherNodeIsRefreshingThenNotRevoked() {
		LoginKey login = logIn("ann");
		elapse(Duration.ofMinutes(1));
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.provider.server().hold("/token", gate.asMono());
		Mono<AccessToken> call = this.b.source(login).await(Context.empty());
		CompletableFuture<AccessToken> calling = call.toFuture();
		LoginPlatform.until(() -> this.platform.refreshTokensSent().size() == 1);
		this.c.tokens.replaced(login).block(LoginPlatform.PATIENCE);
		gate.tryEmitEmpty();
		LoginPlatform.loginRequired(Mono.fromFuture(calling));
		assertThat(this.platform.provider.server().requests("/revoke")).isEmpty();
	}

	@Test
	void awaitWhenAnotherNodeIsRefreshingForLongThenErrorNamesTheNodes() {
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		Node waiting = new Node(this.platform.provider.issuer(), this.store, this.b.clock, time);
		this.nodes.add(waiting);
		LoginKey login = logIn("ann");
		elapse(Duration.ofMinutes(1));
		this.platform.provider.server().hold("/token", Mono.never());
		this.a.source(login).await(Context.empty()).onErrorComplete().subscribe();
		LoginPlatform.until(() -> this.platform.refreshTokensSent().size() == 1);
		CompletableFuture<Throwable> failure = waiting.source(login)
			.await(Context.empty())
			.<Throwable>map((token) -> new IllegalStateException("a token was obtained"))
			.onErrorResume(Mono::just)
			.toFuture();
		LoginPlatform.until(() -> {
			time.advanceTimeBy(Duration.ofMillis(100));
			return failure.isDone();
		});
		assertThat(failure.join())
			.isInstanceOfSatisfying(PlatformAuthorizationException.class,
					(ex) -> assertThat(ex.getStep()).isEqualTo(PlatformStep.STORE))
			.hasMessageContaining("within 10 s: another node of the application may be refreshing it");
	}

	@Test
	void logoutWhenAnotherNodeIsRefreshingThenWhatThatBringsIsRevoked() {
		LoginKey login = logIn("ann");
		elapse(Duration.ofMinutes(1));
		Sinks.Empty<Void> gate = Sinks.empty();
		this.platform.provider.server().hold("/token", gate.asMono());
		CompletableFuture<AccessToken> call = this.b.source(login).await(Context.empty()).toFuture();
		LoginPlatform.until(() -> this.platform.refreshTokensSent().size() == 1);
		this.c.tokens.end(login).block(LoginPlatform.PATIENCE);
		gate.tryEmitEmpty();
		LoginPlatform.loginRequired(Mono.fromFuture(call));
		LoginPlatform.until(() -> this.platform.provider.issued().validRefreshTokens().isEmpty());
	}

	@Test
	void storeWhenLostThenValidTokensGoOnAndNoLoginIsRequired() {
		LoginKey login = logIn("ann");
		String token = this.b.obtain(login);
		this.store.down(true);
		assertThat(this.b.source(login).current().value()).isEqualTo(token);
		elapse(Duration.ofMinutes(1));
		assertThatExceptionOfType(PlatformAuthorizationException.class)
			.isThrownBy(() -> this.b.source(login).await(Context.empty()).block(LoginPlatform.PATIENCE))
			.returns(PlatformStep.STORE, PlatformAuthorizationException::getStep)
			.matches(PlatformAuthorizationException::isRetryable);
		assertThat(this.platform.refreshTokensSent()).isEmpty();
		this.store.down(false);
		elapse(Duration.ofSeconds(6));
		assertThat(this.b.obtain(login)).isNotEqualTo(token);
		assertThat(this.platform.refreshTokensSent()).hasSize(1);
	}

	@Test
	void loginWhenTheStoreWasEmptiedThenLookedForUntilAnotherNodeHasRestoredIt() {
		LoginKey login = logIn("ann");
		String token = this.a.obtain(login);
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		this.store.use(new MemoryRecordStore(this.engine));
		CompletableFuture<AccessToken> call = waiting(time).source(login).await(Context.empty()).toFuture();
		time.advanceTimeBy(Duration.ofSeconds(1));
		assertThat(call).isNotDone();
		this.store.use(this.memory);
		time.advanceTimeBy(Duration.ofSeconds(1));
		assertThat(call).isCompleted();
		assertThat(call.join().value()).isEqualTo(token);
	}

	@Test
	void loginWhenTheStoreStaysEmptyThenRequiredBeforeCallersLeave() {
		LoginKey login = logIn("ann");
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		this.store.use(new MemoryRecordStore(this.engine));
		CompletableFuture<AccessToken> call = waiting(time).source(login).await(Context.empty()).toFuture();
		time.advanceTimeBy(Duration.ofSeconds(2));
		assertThat(call).isCompletedExceptionally();
		LoginPlatform.loginRequired(Mono.fromFuture(call));
	}

	@Test
	void loginWhenTheStoreIsLostThenStoredLater() {
		this.store.down(true);
		LoginKey login = logIn("ann");
		String token = this.a.obtain(login);
		this.store.down(false);
		assertThat(this.b.obtain(login)).isEqualTo(token);
	}

	@Test
	void logoutWhenTheStoreIsLostThenEndedAtAllNodesLater() {
		LoginKey login = logIn("ann");
		this.b.obtain(login);
		this.store.down(true);
		Mono<Void> ended = this.a.tokens.end(login);
		LoginPlatform.loginRequired(this.a.source(login));
		this.store.down(false);
		ended.block(LoginPlatform.PATIENCE);
		LoginPlatform.until(() -> this.b.source(login).current() == null);
	}

	@Test
	void checkOfARefreshWhenTheLoginBeganAtAnotherNodeThenComparesItsClaims() {
		LoginKey login = this.platform.login(this.a.tokens, "ann", "session-1");
		List<Map<String, String>> compared = new ArrayList<>();
		this.b.tokens.useCheck((claims, registration, idToken, accessToken) -> {
			compared.add(claims);
			return Mono.error(new IllegalStateException("it has another 'sub'"));
		});
		elapse(Duration.ofMinutes(1));
		this.platform.provider.issued().response((members) -> members.put("id_token", "an-id-token"));
		LoginPlatform.loginRequired(this.b.source(login));
		assertThat(compared).containsExactly(Map.of("sid", "session-1"));
		LoginPlatform.loginRequired(this.a.source(login));
	}

	@Test
	void applicationWhenColdAtManyNodesThenOneLogin() {
		List<CompletableFuture<AccessToken>> calls = Stream.of(this.a, this.b, this.c)
			.map((node) -> node.application("s3cret").await(Context.empty()).toFuture())
			.toList();
		LoginPlatform.all(calls);
		assertThat(calls).extracting((call) -> call.join().value()).containsOnly(calls.get(0).join().value());
		assertThat(this.platform.provider.tokenRequests()).hasSize(1);
	}

	@Test
	void applicationWhenThePasswordIsWrongThenThreeAttemptsByAllNodes() {
		this.platform.provider.tokenEndpoint().always((form) -> TestResponse.error(400, "invalid_grant"));
		List<TokenSource> sources = Stream.of(this.a, this.b, this.c).map((node) -> node.application("wrong")).toList();
		for (int round = 0; round < 5; round++) {
			sources.forEach((source) -> assertThat(failure(source)).isInstanceOf(PlatformAuthorizationException.class));
			elapse(Duration.ofSeconds(10));
		}
		assertThat(this.platform.provider.tokenRequests()).hasSize(3);
	}

	@Test
	void applicationWhenAnotherNodeHasAnotherPasswordThenNotHeldBack() {
		this.platform.provider.tokenEndpoint()
			.next(TestResponse.error(400, "invalid_grant"))
			.next(TestResponse.error(400, "invalid_grant"))
			.next(TestResponse.error(400, "invalid_grant"));
		assertThat(failure(this.a.application("wrong"))).isInstanceOf(PlatformAuthorizationException.class);
		assertThat(LoginPlatform.obtain(this.b.application("right"))).isNotNull();
	}

	@Test
	void applicationWhenTheStoreWasEmptiedThenServedByOneRequest() {
		TokenSource source = this.a.application("s3cret");
		String first = LoginPlatform.obtain(source);
		elapse(Duration.ofSeconds(55));
		this.store.use(new MemoryRecordStore(this.engine));
		this.store.hint(RecordStore.Change.ANY);
		elapse(Duration.ofSeconds(6));
		String second = LoginPlatform.obtain(source);
		assertThat(second).isNotEqualTo(first);
		assertThat(LoginPlatform.obtain(this.b.application("s3cret"))).isEqualTo(second);
		assertThat(this.platform.provider.tokenRequests()).hasSize(2);
	}

	@Test
	void applicationWhenTheStoreIsLostThenEachNodeLogsInItself() {
		this.store.down(true);
		assertThat(LoginPlatform.obtain(this.a.application("s3cret"))).isNotNull();
	}

}
