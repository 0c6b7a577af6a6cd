package io.videoplatform.internal.login;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.Gates;
import io.videoplatform.internal.login.reactive.LogoutWebFilter;
import io.videoplatform.internal.login.servlet.LoginSessionFilter;
import io.videoplatform.internal.login.servlet.LogoutListener;
import io.videoplatform.internal.login.servlet.PlatformOidcSessionRegistry;
import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.testing.TestPlatform;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.event.InteractiveAuthenticationSuccessEvent;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.server.WebSession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Sessions that get another identifier by a login while the store does not respond: the
 * provider could not end them.
 */
@Tag("full")
class SessionIdChangeTests {

	private final LoginParts parts = new LoginParts();

	private final LoginEventPublisher events = new LoginEventPublisher(this.parts.clock, this.parts.events::add);

	private final FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(this.parts.clock));

	private final LoginTokenRepository tokens = new LoginTokenRepository(this.parts.registrations, this.parts.resolver,
			new CodeExchange(this.parts.registrations,
					new AuthorizationResponseValidator(this.parts.registrations, this.events), this.events,
					this.parts.clock),
			this.parts.verifiers(this.parts.clock), this.parts.clock);

	private final LoginSessionRegistry sessions = new LoginSessionRegistry(this.tokens, 100, this.parts.clock,
			this.parts.index(this.store), (id) -> Mono.empty());

	private final Authentication ann = LoginParts.authentication("platform", new OidcIdToken("id-token", null, null, Map
		.of("iss", this.parts.provider.issuer(), "aud", List.of(TestPlatform.CLIENT_ID), "sub", "ann", "sid", "a")));

	@BeforeEach
	void logIn() {
		this.parts.logIn(this.parts.client, "ann", "id-token");
		assertThat(logins()).isOne();
	}

	@AfterEach
	void close() {
		RequestContextHolder.resetRequestAttributes();
		this.parts.close();
	}

	@Test
	void whenReactiveAndStoreIsDownThenSessionIsInvalidated() {
		MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
		AtomicReference<@Nullable WebSession> used = new AtomicReference<>();
		Mono<Void> request = new LogoutWebFilter(this.tokens, this.parts.resolver, this.sessions, null, 0).filter(
				exchange,
				(login) -> login.getSession()
					.doOnNext(used::set)
					.flatMap((session) -> save(session.getId()).then(Mono.defer(() -> {
						session.getAttributes().put("context", new SecurityContextImpl(this.ann));
						this.store.down(true);
						return session.changeSessionId();
					}))));
		assertThatExceptionOfType(LoginUnavailableException.class).isThrownBy(() -> request.block(LoginParts.PATIENCE));
		WebSession session = used.get();
		assertThat(session).isNotNull();
		assertThat(session.isExpired()).isTrue();
		assertThat(session.getAttributes()).isEmpty();
		assertThat(this.sessions.count()).isZero();
		// It ends on the thread that has failed, just after
		Gates.until(() -> logins() == 0);
	}

	@Test
	void whenServletAndStoreIsDownThenSessionIsInvalidated() {
		LoginSessionFilter filter = new LoginSessionFilter(new LogoutListener(this.tokens, null), this.sessions, 0);
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		HttpSession session = request.getSession();
		assertThat(session).isNotNull();
		assertThatExceptionOfType(LoginUnavailableException.class)
			.isThrownBy(() -> filter.doFilter(request, new MockHttpServletResponse(), (login, response) -> {
				save(session.getId()).block(LoginParts.PATIENCE);
				this.store.down(true);
				((HttpServletRequest) login).changeSessionId();
			}));
		assertThat(request.getSession(false)).isNull();
		assertThat(this.sessions.count()).isZero();
		assertThat(logins()).isZero();
	}

	@Test
	void saveWhenServletAndStoreIsDownThenOnlyTheLoginThatTheSessionHeldIsLeft() {
		save("session").block(LoginParts.PATIENCE);
		this.parts.logIn(this.parts.client, "bob", "bobs-id-token");
		OidcUser bob = user("bobs-id-token", "bob");
		this.store.down(true);
		assertThatExceptionOfType(LoginUnavailableException.class)
			.isThrownBy(() -> new PlatformOidcSessionRegistry(this.sessions)
				.saveSessionInformation(new OidcSessionInformation("session", Map.of(), bob)));
		assertThat(this.sessions.remove("session")).extracting(OidcSessionInformation::getPrincipal)
			.isEqualTo(this.ann.getPrincipal());
		assertThat(this.sessions.count()).isZero();
		assertThat(logins()).isOne();
		assertThat(this.parts.source(this.ann)).isNotNull();
	}

	@Test
	void saveWhenLoginIsAtAnotherProviderThenNothingEnds() {
		OidcUser other = new DefaultOidcUser(List.of(),
				new OidcIdToken("id-token", null, null, Map.of("sub", "ann", "aud", List.of("other"))));
		this.store.down(true);
		new PlatformOidcSessionRegistry(this.sessions)
			.saveSessionInformation(new OidcSessionInformation("session", Map.of(), other));
		this.sessions.refuse(new OidcSessionInformation("session", Map.of(), other));
		assertThat(logins()).isOne();
	}

	@Test
	void loggedInWhenServletAndStoreIsDownThenNothingIsLeft() {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		assertThat(request.getSession()).isNotNull();
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
		this.store.down(true);
		assertThatExceptionOfType(LoginUnavailableException.class)
			.isThrownBy(() -> new PlatformOidcSessionRegistry(this.sessions)
				.onApplicationEvent(new InteractiveAuthenticationSuccessEvent(this.ann, getClass())));
		assertThat(request.getSession(false)).isNull();
		assertThat(this.sessions.count()).isZero();
		assertThat(logins()).isZero();
	}

	private long logins() {
		return this.parts.client.tokens().count();
	}

	private OidcUser user(String idToken, String subject) {
		return new DefaultOidcUser(List.of(), new OidcIdToken(idToken, null, null,
				Map.of("iss", this.parts.provider.issuer(), "aud", List.of(TestPlatform.CLIENT_ID), "sub", subject)));
	}

	private Mono<Void> save(String sessionId) {
		return this.sessions.save(new OidcSessionInformation(sessionId, Map.of(), (OidcUser) this.ann.getPrincipal()));
	}

}
