package io.videoplatform.internal.login;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.videoplatform.internal.login.reactive.ExchangeUserWebFilter;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
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
		assertThat(handle((exchange) -> read().then(logIn(this.bob)).then(call()))).isSameAs(this.anns);
	}

	@Test
	void whenOnlyTheSecurityContextIsPropagatedThenTheUserOfTheExchange() {
		hold(this.ann);
		assertThat(handle((exchange) -> read().then(logIn(this.bob)).then(propagated(call())))).isSameAs(this.anns);
	}

	@Test
	void whenNobodyWasLoggedInThenLoginRequired() {
		this.session.getAttributes().put("cart", "videos");
		assertThatExceptionOfType(ClientAuthorizationRequiredException.class)
			.isThrownBy(() -> handle((exchange) -> read().then(logIn(this.bob)).then(call())));
	}

	@Test
	void whenCallIsGivenAUserThenThatUser() {
		hold(this.ann);
		assertThat(handle((exchange) -> read().then(logIn(this.bob))
			.then(call().contextWrite(ReactiveSecurityContextHolder.withAuthentication(this.bob)))))
			.isSameAs(this.bobs);
	}

	@Test
	void whenExchangeMakesNoCallThenItsSessionIsNotLoaded() {
		hold(this.ann);
		assertThat(handle((exchange) -> Mono.empty())).isNull();
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

	/**
	 * Read the security context, as Spring Security does before the application.
	 */
	private static Mono<Void> read() {
		return ReactiveSecurityContextHolder.getContext().then();
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

	private @Nullable TokenSource handle(Function<ServerWebExchange, Mono<TokenSource>> handler) {
		AtomicReference<@Nullable TokenSource> selected = new AtomicReference<>();
		MockServerWebExchange exchange = MockServerWebExchange.builder(MockServerHttpRequest.get("/"))
			.sessionManager((request) -> Mono.fromSupplier(() -> {
				this.loads.incrementAndGet();
				return this.session;
			}))
			.build();
		new ReactorContextWebFilter(this.repository)
			.filter(exchange,
					(inner) -> new ExchangeUserWebFilter().filter(inner,
							(last) -> handler.apply(last).doOnNext(selected::set).then()))
			.block(LoginParts.PATIENCE);
		return selected.get();
	}

	private static WebSession session() {
		WebSession session = new InMemoryWebSessionStore().createWebSession().block(LoginParts.PATIENCE);
		assertThat(session).isNotNull();
		return session;
	}

}
