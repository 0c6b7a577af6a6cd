package io.videoplatform.internal.login;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.internal.login.reactive.LoginWebSessionManager;
import io.videoplatform.internal.login.reactive.LogoutWebFilter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpCookie;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.session.MapSession;
import org.springframework.session.ReactiveMapSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.web.server.session.SpringSessionWebSessionStore;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins in sessions of Spring Session, of which each request has a copy, when another
 * login follows in the same session and the repository does not save it.
 */
@Tag("full")
class CopiedSessionTests {

	private static final String CONTEXT = "context";

	private final LoginParts parts = new LoginParts();

	private final Authentication ann = this.parts.logIn("ann");

	private final Authentication bob = this.parts.logIn("bob");

	private final FailingRepository repository = new FailingRepository();

	private volatile @Nullable Throwable failure;

	private final LogoutWebFilter filter = new LogoutWebFilter(this.parts.tokens(), this.parts.resolver, null, 0);

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void whenAnotherLoginIsSavedThenTheOneBeforeEnds() {
		handle(this::logIn);
		assertThat(isHeld(this.ann)).isFalse();
		assertThat(isHeld(this.bob)).isTrue();
	}

	@Test
	void whenAnotherLoginIsSavedWithTheResponseThenTheOneBeforeEndsNotEarlier() {
		this.repository.beforeSave = () -> assertThat(isHeld(this.ann)).isTrue();
		handle((exchange) -> hold(exchange, this.bob));
		assertThat(this.repository.saves).hasValue(1);
		assertThat(isHeld(this.ann)).isFalse();
		assertThat(isHeld(this.bob)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "true, 1", "true, 2", "false, 2" })
	void whenAnotherLoginIsNotSavedThenTheOneBeforeGoesOn(boolean changesId, int failures) {
		this.repository.failures.set(failures);
		handle((exchange) -> changesId ? logIn(exchange) : hold(exchange, this.bob));
		assertThat(isHeld(this.ann)).isTrue();
		assertThat(isHeld(this.bob)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "true, false", "false, true" })
	void whenClientDisconnectsThenTheLoginGoesOnThatIsSaved(boolean saved, boolean annsIsHeld) {
		this.filter
			.filter(exchange(),
					(exchange) -> saved ? logIn(exchange).then(Mono.never())
							: hold(exchange, this.bob).then(Mono.never()))
			.subscribe()
			.dispose();
		assertThat(isHeld(this.ann)).isEqualTo(annsIsHeld);
		assertThat(isHeld(this.bob)).isEqualTo(!annsIsHeld);
	}

	@Test
	void whenLoginIsRemovedAndThatIsNotSavedThenItEndsAllTheSame() {
		this.repository.failures.set(2);
		handle((exchange) -> exchange.getSession()
			.doOnNext((session) -> session.getAttributes().remove(CONTEXT))
			.then());
		assertThat(isHeld(this.ann)).isFalse();
		assertThat(isHeld(this.bob)).isTrue();
	}

	@Test
	void whenSessionIsInvalidatedAfterAnotherLoginThenNoneGoesOn() {
		handle((exchange) -> logIn(exchange).then(exchange.getSession().flatMap(WebSession::invalidate)));
		assertThat(isHeld(this.ann)).isFalse();
		assertThat(isHeld(this.bob)).isFalse();
	}

	@Test
	void whenSessionGetsAnotherIdentifierMeanwhileThenRequestThatChangesItFails() {
		this.repository.beforeSave = this.repository.stored::clear;
		handle(CopiedSessionTests::change);
		assertThat(this.failure).hasMessage("Session was invalidated");
	}

	@Test
	void whenSessionIsNotSavedForAnotherReasonThenRequestThatChangesItFails() {
		this.repository.beforeSave = () -> {
			throw new IllegalStateException("LettuceConnectionFactory has been STOPPED");
		};
		handle(CopiedSessionTests::change);
		assertThat(this.failure).hasMessage("LettuceConnectionFactory has been STOPPED");
	}

	private static Mono<Void> change(ServerWebExchange exchange) {
		return exchange.getSession().doOnNext((session) -> session.getAttributes().put("cart", "full")).then();
	}

	private Mono<Void> logIn(ServerWebExchange exchange) {
		return hold(exchange, this.bob).then(exchange.getSession().flatMap(WebSession::changeSessionId));
	}

	private static Mono<Void> hold(ServerWebExchange exchange, Authentication login) {
		return exchange.getSession()
			.doOnNext((session) -> session.getAttributes().put(CONTEXT, new SecurityContextImpl(login)))
			.then();
	}

	/**
	 * Handle a request as a server does: a failure is a response, too.
	 */
	private void handle(WebFilterChain chain) {
		handle(exchange(), chain);
	}

	private void handle(MockServerWebExchange exchange, WebFilterChain chain) {
		this.filter.filter(exchange, chain)
			.onErrorComplete()
			.then(Mono.defer(exchange.getResponse()::setComplete))
			.doOnError((ex) -> this.failure = ex)
			.onErrorComplete()
			.block(LoginParts.PATIENCE);
	}

	private MockServerWebExchange exchange() {
		MapSession session = new MapSession();
		session.setAttribute(CONTEXT, new SecurityContextImpl(this.ann));
		return exchange(session);
	}

	private MockServerWebExchange exchange(MapSession session) {
		this.repository.stored.put(session.getId(), session);
		DefaultWebSessionManager manager = new DefaultWebSessionManager();
		manager.setSessionStore(new SpringSessionWebSessionStore<>(this.repository));
		return MockServerWebExchange
			.builder(MockServerHttpRequest.get("/").cookie(new HttpCookie("SESSION", session.getId())))
			.sessionManager(new LoginWebSessionManager(manager))
			.build();
	}

	private boolean isHeld(Authentication login) {
		return this.parts.client.tokens().get(this.parts.resolver.of(login)) != null;
	}

	private static final class FailingRepository extends ReactiveMapSessionRepository {

		private final Map<String, Session> stored;

		private final AtomicInteger failures = new AtomicInteger();

		private final AtomicInteger saves = new AtomicInteger();

		private Runnable beforeSave = () -> {
		};

		FailingRepository() {
			this(new ConcurrentHashMap<>());
		}

		private FailingRepository(Map<String, Session> stored) {
			super(stored);
			this.stored = stored;
		}

		@Override
		public Mono<Void> save(MapSession session) {
			return Mono.defer(() -> {
				this.saves.incrementAndGet();
				this.beforeSave.run();
				if (this.failures.getAndDecrement() > 0) {
					return Mono.error(() -> new IllegalArgumentException("the repository is down"));
				}
				// As ReactiveRedisSessionRepository
				return this.stored.containsKey(session.getOriginalId()) ? super.save(session)
						: Mono.error(() -> new IllegalStateException("Session was invalidated"));
			});
		}

	}

}
