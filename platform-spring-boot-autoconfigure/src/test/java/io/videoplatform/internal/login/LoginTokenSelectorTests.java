package io.videoplatform.internal.login;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
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

	private final CallerCapture callers = new CallerCapture();

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
			.returns(PlatformError.NO_USER, PlatformAuthorizationException::getError);
	}

	@Test
	void ofWhenApplicationMadeTheAuthenticationThenTheLoginOfItsPrincipal() {
		for (LoginClient client : List.of(this.parts.client, this.parts.other)) {
			Authentication login = this.parts.logIn(client, "ann", "at-" + client.registrationId());
			Authentication other = UsernamePasswordAuthenticationToken.authenticated(login.getPrincipal(), null,
					List.of());
			assertThat(this.parts.resolver.of(other)).isNotNull().isEqualTo(this.parts.resolver.of(login));
			assertThat(this.parts.resolver.registrationOf(other)).isEqualTo(client.registrationId());
		}
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

}
