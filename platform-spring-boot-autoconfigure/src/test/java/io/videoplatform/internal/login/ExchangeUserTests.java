package io.videoplatform.internal.login;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.videoplatform.internal.login.reactive.ExchangeUserWebFilter;
import io.videoplatform.internal.login.reactive.LogoutWebFilter;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.web.server.context.ReactorContextWebFilter;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.security.web.server.context.WebSessionServerSecurityContextRepository;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.InMemoryWebSessionStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whose token a call of an exchange carries if its session is shared with other exchanges
 * of the browser, in which another user has logged in meanwhile.
 */
class ExchangeUserTests {

	private static final String CONTEXT = WebSessionServerSecurityContextRepository.DEFAULT_SPRING_SECURITY_CONTEXT_ATTR_NAME;

	private final LoginParts parts = new LoginParts();

	private final Authentication ann = this.parts.logIn("ann");

	private final Authentication bob = this.parts.logIn("bob");

	private final TokenSource anns = this.parts.source(this.ann);

	private final TokenSource bobs = this.parts.source(this.bob);

	private final TokenSelector selector = new LoginTokenSelector(this.parts.client, this.parts.resolver,
			new CallerCapture());

	private final LoginEventPublisher events = new LoginEventPublisher(this.parts.clock, this.parts.events::add);

	private final LogoutWebFilter filter = new LogoutWebFilter(this.parts.tokens(), this.parts.resolver, null, 0);

	private final ServerSecurityContextRepository repository = new WebSessionServerSecurityContextRepository();

	private final WebSession session = session();

	private final AtomicInteger loads = new AtomicInteger();

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void whenAnotherUserHasLoggedInThenTheUserOfTheExchange() {
		hold(this.ann);
		assertThat(handle(this.repository, (exchange) -> exchange.getSession().then(logIn(this.bob)).then(call())))
			.isSameAs(this.anns);
	}

	@Test
	void whenOnlyTheSecurityContextIsPropagatedThenTheUserOfTheExchange() {
		hold(this.ann);
		assertThat(handle(this.repository,
				(exchange) -> exchange.getSession().then(logIn(this.bob)).then(propagated(call()))))
			.isSameAs(this.anns);
	}

	@Test
	void whenRepositoryMakesContextsOfItsOwnThenTheUserOfTheExchange() {
		hold(this.ann);
		ServerSecurityContextRepository copying = repository((exchange) -> this.repository.load(exchange)
			.map((held) -> new SecurityContextImpl(copy(held.getAuthentication()))));
		assertThat(handle(copying, (exchange) -> exchange.getSession().then(logIn(this.bob)).then(call())))
			.isSameAs(this.anns);
	}

	@Test
	void whenNobodyWasLoggedInThenLoginRequired() {
		this.session.getAttributes().put("cart", "videos");
		assertThatExceptionOfType(ClientAuthorizationRequiredException.class).isThrownBy(
				() -> handle(this.repository, (exchange) -> exchange.getSession().then(logIn(this.bob)).then(call())));
	}

	@Test
	void whenNobodyWasLoggedInThenTheApplicationFindsNobodyLater() {
		this.session.getAttributes().put("cart", "videos");
		List<Authentication> found = new ArrayList<>();
		handle(this.repository,
				(exchange) -> exchange.getSession()
					.then(logIn(this.bob))
					.then(ReactiveSecurityContextHolder.getContext())
					.map(SecurityContext::getAuthentication)
					.doOnNext(found::add)
					.then(Mono.empty()));
		assertThat(found).isEmpty();
	}

	@Test
	void whenTheExchangeItselfLogsAnotherUserInThenThatUser() {
		hold(this.ann);
		assertThat(handle(this.repository,
				(exchange) -> call().then(this.repository.save(exchange, new SecurityContextImpl(this.bob)))
					.then(call())))
			.isSameAs(this.bobs);
	}

	@Test
	void whenTheExchangeChangesTheIdentifierAfterAnotherLoginThenTheUserOfTheExchange() {
		hold(this.ann);
		assertThat(handle(this.repository,
				(exchange) -> exchange.getSession()
					.flatMap((used) -> logIn(this.bob).then(Mono.defer(used::changeSessionId)))
					.then(call())))
			.isSameAs(this.anns);
	}

	@Test
	void whenCallIsGivenAUserThenThatUser() {
		hold(this.ann);
		assertThat(handle(this.repository,
				(exchange) -> exchange.getSession()
					.then(logIn(this.bob))
					.then(call().contextWrite(ReactiveSecurityContextHolder.withAuthentication(this.bob)))))
			.isSameAs(this.bobs);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenRepositoryReadsNoSessionThenItsUser(boolean usesSession) {
		hold(this.ann);
		ServerSecurityContextRepository stateless = repository(
				(exchange) -> Mono.defer(() -> Mono.just(new SecurityContextImpl(this.bob))));
		assertThat(handle(stateless,
				(exchange) -> (usesSession ? exchange.getSession().then() : Mono.<Void>empty()).then(call())))
			.isSameAs(this.bobs);
	}

	@Test
	void whenExchangeMakesNoCallThenItsSessionIsNotLoaded() {
		hold(this.ann);
		assertThat(handle(this.repository, (exchange) -> Mono.empty())).isNull();
		assertThat(this.loads).hasValue(0);
	}

	private void hold(Authentication user) {
		this.session.getAttributes().put(CONTEXT, new SecurityContextImpl(user));
	}

	/**
	 * Let another exchange of the browser log a user in.
	 */
	private Mono<Void> logIn(Authentication user) {
		return Mono.defer(() -> {
			hold(user);
			return this.session.changeSessionId();
		});
	}

	private static Authentication copy(@Nullable Authentication authentication) {
		OAuth2AuthenticationToken token = (OAuth2AuthenticationToken) authentication;
		assertThat(token).isNotNull();
		return new OAuth2AuthenticationToken(token.getPrincipal(), List.of(),
				token.getAuthorizedClientRegistrationId());
	}

	private Mono<TokenSource> call() {
		return Mono.deferContextual((context) -> this.selector.select(Map.of(), context));
	}

	/**
	 * Make a call in a chain that has no more of the context than context propagation
	 * hands over.
	 */
	private static Mono<TokenSource> propagated(Mono<TokenSource> call) {
		return Mono.deferContextual((context) -> Mono.fromFuture(call
			.contextWrite(Context.of(SecurityContext.class, context.<Mono<SecurityContext>>get(SecurityContext.class)))
			.toFuture()));
	}

	private @Nullable TokenSource handle(ServerSecurityContextRepository repository,
			Function<ServerWebExchange, Mono<TokenSource>> handler) {
		AtomicReference<@Nullable TokenSource> selected = new AtomicReference<>();
		MockServerWebExchange exchange = MockServerWebExchange.builder(MockServerHttpRequest.get("/"))
			.sessionManager((request) -> Mono.fromSupplier(() -> {
				this.loads.incrementAndGet();
				return this.session;
			}))
			.build();
		this.filter
			.filter(exchange,
					(outer) -> new ReactorContextWebFilter(repository).filter(outer,
							(inner) -> new ExchangeUserWebFilter(1).filter(inner,
									(last) -> handler.apply(last).doOnNext(selected::set).then())))
			.block(LoginParts.PATIENCE);
		return selected.get();
	}

	private static WebSession session() {
		WebSession session = new InMemoryWebSessionStore().createWebSession().block(LoginParts.PATIENCE);
		assertThat(session).isNotNull();
		return session;
	}

	private static ServerSecurityContextRepository repository(Function<ServerWebExchange, Mono<SecurityContext>> load) {
		return new ServerSecurityContextRepository() {

			@Override
			public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
				return Mono.empty();
			}

			@Override
			public Mono<SecurityContext> load(ServerWebExchange exchange) {
				return load.apply(exchange);
			}

		};
	}

}
