package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.login.PlatformUser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Whose token a call carries.
 */
class LoginTokenSelectorTests {

	private final LoginParts parts = new LoginParts();

	private final LoginTaskDecorator tasks = new LoginTaskDecorator(this.parts.resolver);

	private final CallerCapture callers = new CallerCapture(this.tasks);

	private final TokenSelector selector = new LoginTokenSelector(this.parts.client, this.parts.resolver, this.callers);

	@AfterEach
	void close() {
		SecurityContextHolder.clearContext();
		this.parts.close();
	}

	private static void onThread(@Nullable Authentication authentication) {
		SecurityContextHolder.setContext(new SecurityContextImpl(authentication));
	}

	private @Nullable TokenSource select(Map<String, Object> attributes, Context context) {
		return this.selector.select(attributes, context).block(LoginParts.PATIENCE);
	}

	private @Nullable TokenSource select() {
		return select(Map.of(), Context.empty());
	}

	private void assertThatLoginIsRequired(Context context) {
		Throwable thrown = catchThrowable(() -> select(Map.of(), context));
		assertThat(thrown).isInstanceOfSatisfying(ClientAuthorizationRequiredException.class,
				(ex) -> assertThat(ex.getClientRegistrationId()).isEqualTo("platform"));
		assertThat(thrown.getSuppressed()).hasAtLeastOneElementOfType(PlatformAuthorizationException.class);
	}

	private void assertThatNobodyIsThere(Map<String, Object> attributes, String reason) {
		Throwable thrown = catchThrowable(() -> select(attributes, Context.empty()));
		assertThat(thrown).isInstanceOf(PlatformAuthorizationException.class).hasMessageContaining(reason);
	}

	private static Map<String, Object> named(String issuer, String subject) {
		Map<String, Object> attributes = new HashMap<>();
		new PlatformUser(issuer, subject).accept(attributes);
		return attributes;
	}

	@Test
	void sharedWhenUsersThenThereIsNone() {
		assertThat(this.selector.shared()).isNull();
	}

	@Test
	void sharedWhenOneSourceThenItIsSelectedForEveryRequest() {
		TokenSource source = this.parts.source(this.parts.logIn("ann"));
		TokenSelector shared = TokenSelector.shared(source);
		assertThat(shared.shared()).isSameAs(source);
		assertThat(shared.select(named("https://any", "bob"), Context.empty()).block()).isSameAs(source);
	}

	@Test
	void selectWhenOnTheThreadThenThatUser() {
		Authentication ann = this.parts.logIn("ann");
		Authentication bob = this.parts.logIn("bob");
		onThread(ann);
		assertThat(select()).isSameAs(this.parts.source(ann)).isNotSameAs(this.parts.source(bob));
	}

	@Test
	void selectWhenInTheContextOfTheSubscriberThenThatUserAndNotTheThreads() {
		Authentication ann = this.parts.logIn("ann");
		Authentication bob = this.parts.logIn("bob");
		onThread(bob);
		assertThat(select(Map.of(), ReactiveSecurityContextHolder.withAuthentication(ann)))
			.isSameAs(this.parts.source(ann));
	}

	@ParameterizedTest
	@ValueSource(strings = { "iss", "sub" })
	void selectWhenIdTokenHasNoIssuerOrNoSubjectThenLoginRequired(String missing) {
		Map<String, Object> claims = new HashMap<>(
				Map.of("iss", this.parts.provider.issuer(), "sub", "ann", "email", "ann@example.com"));
		claims.remove(missing);
		OidcUser user = new DefaultOidcUser(List.of(), new OidcIdToken("id-token", null, null, claims), "email");
		onThread(new OAuth2AuthenticationToken(user, List.of(), "platform"));
		assertThatLoginIsRequired(Context.empty());
	}

	@Test
	void selectWhenNobodyInTheContextOfTheSubscriberThenLoginRequiredWhoeverIsOnTheThread() {
		onThread(this.parts.logIn("ann"));
		assertThatLoginIsRequired(ReactiveSecurityContextHolder.withSecurityContext(Mono.empty()));
		assertThatLoginIsRequired(
				ReactiveSecurityContextHolder.withSecurityContext(Mono.just(new SecurityContextImpl())));
	}

	@Test
	void selectWhenTaskWasHandedOverThenTheUserWhoHandedItOver() {
		Authentication ann = this.parts.logIn("ann");
		onThread(ann);
		AtomicReference<TokenSource> selected = new AtomicReference<>();
		Runnable task = this.tasks.decorate(() -> selected.set(select()));
		SecurityContextHolder.clearContext();
		task.run();
		assertThat(selected).hasValue(this.parts.source(ann));
		assertThatNobodyIsThere(Map.of(), "the call is made for no user");
	}

	@Test
	void selectWhenTaskHandsOnThenStillTheFirstUser() {
		Authentication ann = this.parts.logIn("ann");
		onThread(ann);
		AtomicReference<Runnable> inner = new AtomicReference<>();
		AtomicReference<TokenSource> selected = new AtomicReference<>();
		Runnable outer = this.tasks.decorate(() -> inner.set(this.tasks.decorate(() -> selected.set(select()))));
		SecurityContextHolder.clearContext();
		outer.run();
		inner.get().run();
		assertThat(selected).hasValue(this.parts.source(ann));
	}

	@Test
	void selectWhenThreadOfTheTaskHasAnotherUserThenTheUserWhoHandedItOver() {
		Authentication ann = this.parts.logIn("ann");
		Authentication bob = this.parts.logIn("bob");
		AtomicReference<TokenSource> selected = new AtomicReference<>();
		AtomicReference<Runnable> inner = new AtomicReference<>();
		onThread(ann);
		Runnable task = this.tasks.decorate(() -> {
			selected.set(select());
			inner.set(this.tasks.decorate(() -> selected.set(select())));
			inner.get().run();
		});
		onThread(bob);
		task.run();
		assertThat(selected).hasValue(this.parts.source(ann));
		selected.set(null);
		inner.get().run();
		assertThat(selected).hasValue(this.parts.source(ann));
		assertThat(select()).isSameAs(this.parts.source(bob));
	}

	@Test
	void selectWhenTaskOfNobodyRunsOnTheThreadOfAUserThenNobody() {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Runnable task = this.tasks.decorate(() -> failure.set(catchThrowable(this::select)));
		onThread(this.parts.logIn("ann"));
		task.run();
		assertThat(failure.get()).hasMessageContaining("the call is made for no user");
	}

	@Test
	void selectWhenThreadsInheritTheSecurityContextThenEachTaskHasItsOwnUser() {
		SecurityContextHolder.setStrategyName(SecurityContextHolder.MODE_INHERITABLETHREADLOCAL);
		ExecutorService pool = Executors.newSingleThreadExecutor();
		try {
			Authentication ann = this.parts.logIn("ann");
			Authentication bob = this.parts.logIn("bob");
			assertThat(submitted(pool, ann)).isSameAs(this.parts.source(ann));
			assertThat(submitted(pool, bob)).isSameAs(this.parts.source(bob));
			assertThat(submitted(pool, ann)).isSameAs(this.parts.source(ann));
			SecurityContextHolder.clearContext();
			CompletableFuture<@Nullable TokenSource> nobodys = new CompletableFuture<>();
			pool.execute(this.tasks.decorate(() -> nobodys.completeAsync(this::select, Runnable::run)));
			assertThat(nobodys).failsWithin(LoginParts.PATIENCE)
				.withThrowableThat()
				.withMessageContaining("the call is made for no user");
		}
		finally {
			pool.shutdown();
			SecurityContextHolder.setStrategyName(SecurityContextHolder.MODE_THREADLOCAL);
		}
	}

	private @Nullable TokenSource submitted(ExecutorService pool, Authentication user) {
		onThread(user);
		CompletableFuture<@Nullable TokenSource> selected = new CompletableFuture<>();
		pool.execute(this.tasks.decorate(() -> selected.complete(select())));
		return selected.orTimeout(LoginParts.PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
	}

	@Test
	void selectWhenTheThreadThatSubmitsRunsTheTaskThenItsUser() {
		Authentication ann = this.parts.logIn("ann");
		onThread(ann);
		AtomicReference<TokenSource> selected = new AtomicReference<>();
		this.tasks.decorate(() -> selected.set(select())).run();
		assertThat(selected).hasValue(this.parts.source(ann));
	}

	@Test
	void selectWhenTaskSetsAnAuthenticationThenThatUser() {
		Authentication ann = this.parts.logIn("ann");
		Authentication bob = this.parts.logIn("bob");
		AtomicReference<TokenSource> selected = new AtomicReference<>();
		onThread(ann);
		Runnable delegating = new DelegatingSecurityContextRunnable(() -> selected.set(select()),
				new SecurityContextImpl(bob));
		Runnable task = this.tasks.decorate(delegating);
		onThread(this.parts.logIn("carl"));
		task.run();
		assertThat(selected).hasValue(this.parts.source(bob));
	}

	@Test
	void selectWhenTheThreadsContextCouldNotBeReadThenTheTaskRunsAndItsCallsFail() {
		onThread(this.parts.logIn("ann"));
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Runnable task = this.tasks.decorate(() -> {
			onThread(this.parts.logIn("bob"));
			failure.set(catchThrowable(this::select));
		});
		SecurityContextHolder.setDeferredContext(() -> {
			throw new IllegalStateException("the request has ended");
		});
		task.run();
		assertThat(failure.get()).hasMessageContaining("it is not known in whose request")
			.hasRootCauseMessage("the request has ended");
	}

	@Test
	void selectWhenTaskRunsUnderAnotherAuthenticationThenTheHandedOverLoginIsNotUsed() {
		onThread(this.parts.logIn("ann"));
		AtomicReference<Throwable> failure = new AtomicReference<>();
		AtomicReference<Runnable> inner = new AtomicReference<>();
		Runnable task = this.tasks.decorate(() -> {
			onThread(new TestingAuthenticationToken("system", ""));
			failure.set(catchThrowable(this::select));
			inner.set(this.tasks.decorate(() -> failure.set(catchThrowable(this::select))));
		});
		SecurityContextHolder.clearContext();
		task.run();
		assertThat(failure.get()).isInstanceOf(ClientAuthorizationRequiredException.class);
		SecurityContextHolder.clearContext();
		inner.get().run();
		assertThat(failure.get()).hasMessageContaining("the call is made for no user");
	}

	@Test
	void decorateWhenTaskFailsThenTheThreadIsLeftClean() {
		onThread(this.parts.logIn("ann"));
		Runnable task = this.tasks.decorate(() -> {
			throw new IllegalStateException();
		});
		SecurityContextHolder.clearContext();
		assertThat(catchThrowable(task::run)).isInstanceOf(IllegalStateException.class);
		assertThat(this.tasks.current()).isNull();
	}

	@Test
	void selectWhenTaskWasHandedOverByUserOfAnotherClientThenNobody() {
		onThread(this.parts.logIn(this.parts.other, "ann", "second"));
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Runnable task = this.tasks.decorate(() -> failure.set(catchThrowable(this::select)));
		SecurityContextHolder.clearContext();
		task.run();
		assertThat(failure.get()).hasMessageContaining("the call is made for no user");
	}

	@Test
	void selectWhenCallNamesAUserThenTheNewestLoginAndNotTheThreads() {
		Authentication first = this.parts.logIn(this.parts.client, "ann", "first");
		Authentication second = this.parts.logIn(this.parts.client, "ann", "second");
		onThread(this.parts.logIn("bob"));
		Map<String, Object> ann = named(this.parts.provider.issuer(), "ann");
		assertThat(select(ann, Context.empty())).isSameAs(this.parts.source(second));
		this.parts.client.tokens().end(this.parts.resolver.of(second));
		assertThat(select(ann, Context.empty())).isSameAs(this.parts.source(first));
		assertThat(select(attributesOf(first), Context.empty())).isSameAs(this.parts.source(first));
	}

	private static Map<String, Object> attributesOf(Authentication login) {
		Map<String, Object> attributes = new HashMap<>();
		PlatformUser.of((OidcUser) login.getPrincipal()).accept(attributes);
		return attributes;
	}

	@Test
	void selectWhenNamedUserHasNoLoginThenFailsAndNobodyIsSentToLogIn() {
		onThread(this.parts.logIn("ann"));
		assertThatNobodyIsThere(named(this.parts.provider.issuer(), "bob"), "no active login at client 'platform'");
		assertThatNobodyIsThere(named("https://other", "ann"), "no active login at client 'platform'");
	}

	@Test
	void selectWhenCallIsMadeForNobodyThenTheMessageSaysWhatToDo() {
		assertThatNobodyIsThere(Map.of(), "PlatformUser");
		assertThatNobodyIsThere(Map.of(), "platform.clients.<name>.grant-type=client_credentials");
	}

	@Test
	void selectWhenLoginHasEndedThenLoginRequired() {
		Authentication ann = this.parts.logIn("ann");
		this.parts.client.tokens().end(this.parts.resolver.of(ann));
		onThread(ann);
		assertThatLoginIsRequired(Context.empty());
		assertThatLoginIsRequired(ReactiveSecurityContextHolder.withAuthentication(ann));
	}

	@Test
	void selectWhenLoginIsAtAnotherClientThenFailsAndNamesBoth() {
		Authentication ann = this.parts.logIn(this.parts.other, "ann", "second");
		onThread(ann);
		assertThatLoginIsAtAnotherClient(Context.empty());
		assertThatLoginIsAtAnotherClient(ReactiveSecurityContextHolder.withAuthentication(ann));
	}

	private void assertThatLoginIsAtAnotherClient(Context context) {
		assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> select(Map.of(), context))
			.withMessageContainingAll("for client 'platform'", "logged in at client 'second'",
					"open '/oauth2/authorization/platform'")
			.returns(PlatformError.OTHER_LOGIN, PlatformAuthorizationException::getError);
	}

	@Test
	void selectWhenSameIdTokenIsPresentedForAnotherClientThenItIsNoLoginHere() {
		Authentication ann = this.parts.logIn("ann");
		assertThat(this.parts.resolver.of(ann)).isNotNull();
		OidcIdToken idToken = ((OidcUser) ann.getPrincipal()).getIdToken();
		onThread(LoginParts.authentication("platform-second", idToken));
		assertThatLoginIsAtAnotherClient(Context.empty());
	}

	@Test
	void selectWhenAuthenticationIsNoLoginThenLoginRequired() {
		this.parts.logIn("ann");
		onThread(new TestingAuthenticationToken("ann", ""));
		assertThatLoginIsRequired(Context.empty());
		onThread(this.parts.authentication("google", "ann", "ann-id-token"));
		assertThatLoginIsRequired(Context.empty());
	}

	@Test
	void keysWhenSessionWasStoredAndReadThenTheSameLogin() {
		Authentication ann = this.parts.logIn("ann");
		Authentication read = this.parts.authentication("platform", "ann", "ann-id-token");
		assertThat(this.parts.resolver.of(read)).isEqualTo(this.parts.resolver.of(ann));
		assertThat(this.parts.resolver.of(ann)).isSameAs(this.parts.resolver.of(ann));
		onThread(read);
		assertThat(select()).isSameAs(this.parts.source(ann));
	}

	@Test
	void keysWhenTwoLoginsOfOneUserThenDifferentAndTheIdTokenIsNotInThem() {
		assertThat(List.of(this.parts.resolver.of(this.parts.authentication("platform", "ann", "one")),
				this.parts.resolver.of(this.parts.authentication("platform", "ann", "two"))))
			.doesNotHaveDuplicates()
			.allSatisfy((login) -> assertThat(login.loginId()).doesNotContain("one", "two").hasSize(43));
	}

	@Test
	void keysWhenForgottenThenReadAgain() {
		Authentication ann = this.parts.logIn("ann");
		assertThat(this.parts.resolver.of(ann)).isNotNull();
		this.parts.resolver.forget(ann);
		this.parts.resolver.forget(null);
		assertThat(this.parts.resolver.of(ann))
			.isEqualTo(this.parts.resolver.of(this.parts.authentication("platform", "ann", "ann-id-token")));
	}

	@Test
	void selectWhenTokenIsUsedThenTheLoginOfThatUserIsAsked() {
		Authentication ann = this.parts.logIn("ann");
		onThread(ann);
		this.parts.clock.advance(Duration.ofSeconds(10));
		TokenSource source = select();
		assertThat(source).isNotNull();
		assertThat(source.current()).isNotNull();
	}

}
