package io.videoplatform.autoconfigure;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.videoplatform.PlatformEvent;
import io.videoplatform.login.LoginClient;
import io.videoplatform.login.testing.Browser;
import io.videoplatform.login.testing.LoginProvider;
import io.videoplatform.testing.MovableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.server.MockWebSession;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.CsrfSpec;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.server.DefaultServerOAuth2AuthorizationRequestResolver;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.logout.WebSessionServerLogoutHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.server.WebSession;
import org.springframework.web.server.session.DefaultWebSessionManager;
import org.springframework.web.server.session.WebSessionManager;
import org.springframework.web.server.session.WebSessionStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins in a reactive application, with a browser and a provider.
 */
class ReactiveLoginTests {

	private static final String CALLBACK = "/login/oauth2/code/platform";

	private final MovableClock clock = new MovableClock();

	private final LoginProvider provider = new LoginProvider(this.clock);

	private final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	private @Nullable ConfigurableApplicationContext context;

	@AfterEach
	void close() {
		if (this.context != null) {
			this.context.close();
		}
		this.provider.close();
	}

	private void start(Class<?> application, String... properties) {
		SpringApplication spring = new SpringApplication(application);
		spring.setWebApplicationType(WebApplicationType.REACTIVE);
		spring.setRegisterShutdownHook(false);
		spring.addInitializers((created) -> {
			created.getBeanFactory().registerSingleton("testClock", this.clock);
			created.getBeanFactory().registerSingleton("testEvents", (PlatformEvent.Listener) this.events::add);
		});
		List<String> common = List.of("server.port=0", "platform.discovery.warm-up=false");
		this.context = spring.run(FailedStart
			.arguments(Stream.of(common.stream(), Stream.of(this.provider.properties()), Stream.of(properties))
				.flatMap((part) -> part)
				.toList()));
	}

	private ConfigurableApplicationContext context() {
		assertThat(this.context).isNotNull();
		return this.context;
	}

	private Browser browser() {
		return new Browser("http://127.0.0.1:" + context().getEnvironment().getProperty("local.server.port"));
	}

	private long logins() {
		LoginClient client = context().getBean(PlatformEngine.class).logins().registrations().client("platform");
		assertThat(client).isNotNull();
		return client.tokens().count();
	}

	private List<String> warnings() {
		return this.events.stream()
			.filter((event) -> event.level() == PlatformEvent.Level.WARN)
			.map(PlatformEvent::message)
			.toList();
	}

	private Browser loggedIn(String user) {
		this.provider.user(user);
		Browser browser = browser();
		assertThat(browser.open("/videos").body()).contains("\"" + user + "\"");
		return browser;
	}

	private static void assertRefused(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
		assertThat(answer.body()).contains("Your login was refused", "href=\"/oauth2/authorization/platform\"");
	}

	private static void assertUnavailable(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.headers().firstValue("Retry-After"))
			.hasValueSatisfying((seconds) -> assertThat(Integer.parseInt(seconds)).isBetween(1, 30));
		assertThat(answer.body()).contains("You cannot log in just now", "href=\"/oauth2/authorization/platform\"");
	}

	private static void assertProblem(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).isEqualTo(401);
		assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		assertThat(answer.headers().firstValue("Location")).isEmpty();
		assertThat(answer.body()).contains("\"status\":401", "\"title\":\"Unauthorized\"", "\"instance\":\"/videos\"");
	}

	@ParameterizedTest
	@ValueSource(classes = { Application.class, OwnChain.class })
	void loginWhenGoodThenPageAndCallsAsThatUser(Class<?> application) {
		start(application);
		HttpResponse<String> page = browser().open("/videos");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.uri().getPath()).isEqualTo("/videos");
		assertThat(page.body()).contains("\"user\":\"ann\"");
		assertThat(logins()).isEqualTo(1);
		assertThat(this.provider.requests("/auth")).singleElement()
			.satisfies((request) -> assertThat(request.parameters()).containsKeys("state", "nonce")
				.containsEntry("code_challenge_method", "S256"));
		assertThat(this.provider.requests("/token")).hasSize(1);
		assertThat(warnings()).isEmpty();
	}

	@Test
	void startWhenLoginsAreConfiguredThenNothingIsAsked() {
		start(Application.class);
		assertThat(browser().get("/login").statusCode()).isEqualTo(200);
		assertThat(this.provider.requests("")).isEmpty();
	}

	@Test
	void loginPageWhenProviderIsDownThenListsAllRegistrations() {
		this.provider.stop();
		start(Application.class, others(this.provider.issuer()));
		assertThat(browser().get("/login").body()).contains("/oauth2/authorization/platform",
				"/oauth2/authorization/git", "/oauth2/authorization/corp");
	}

	private static String[] others(String issuer) {
		return new String[] { "spring.security.oauth2.client.registration.git.client-id=git-client",
				"spring.security.oauth2.client.registration.git.client-secret=git-secret",
				"spring.security.oauth2.client.registration.git.provider=github",
				"spring.security.oauth2.client.registration.corp.client-id=" + LoginProvider.CLIENT_ID,
				"spring.security.oauth2.client.registration.corp.client-secret=" + LoginProvider.CLIENT_SECRET,
				"spring.security.oauth2.client.registration.corp.scope=openid",
				"spring.security.oauth2.client.provider.corp.issuer-uri=" + issuer };
	}

	@Test
	void loginWhenAtAnotherRegistrationThenAsSpringDoes() {
		this.clock.setTo(Instant.now());
		this.provider.metadata((document) -> {
			document.put("subject_types_supported", List.of("public"));
			document.put("response_types_supported", List.of("code"));
		});
		start(Application.class, others(this.provider.issuer()));
		Browser browser = browser();
		assertThat(Browser.location(browser.get("/oauth2/authorization/git"))).startsWith("https://github.com/login");
		assertThat(browser.open("/oauth2/authorization/corp").statusCode()).isEqualTo(404);
		assertThat(browser.get("/me").body()).isEqualTo("ann");
		assertThat(browser.get("/client").body()).startsWith("access-ann-");
		assertThat(logins()).isZero();
	}

	@Test
	void loginWhenRegistrationIsUnknownThenRefusedAndNotBounced() {
		start(Application.class);
		assertThat(browser().get("/oauth2/authorization/nobody").statusCode()).isEqualTo(400);
		assertThat(this.provider.requests("/auth")).isEmpty();
	}

	@Test
	void loginWhenHandleIsUsedAsNameThenRefused() {
		start(Application.class);
		Browser browser = browser();
		String location = Browser.location(browser.get("/oauth2/authorization/platform"));
		String handle = URI.create(location).getQuery().replaceAll(".*~(platform@[\\w-]+).*", "$1");
		assertThat(handle).startsWith("platform@");
		assertThat(browser.get("/oauth2/authorization/" + handle).statusCode()).isEqualTo(400);
	}

	@Test
	void loginWhenProviderIsDownThen503AndWorksAgainLater() {
		start(Application.class);
		this.provider.stop();
		Browser browser = browser();
		assertUnavailable(browser.open("/videos"));
		HttpResponse<String> script = browser.get("/oauth2/authorization/platform", "Accept", "application/json");
		assertThat(script.statusCode()).isEqualTo(503);
		assertThat(script.headers().firstValue("Content-Type")).hasValue("application/problem+json");
		this.provider.restart();
		this.clock.advance(Duration.ofMinutes(1));
		assertThat(browser.open("/videos").body()).contains("\"ann\"");
	}

	@Test
	void loginWhenAnotherProviderIsDownThen503ThereAndOursWorks() {
		start(Application.class, others("http://127.0.0.1:1/realms/down"));
		Browser browser = browser();
		HttpResponse<String> answer = browser.get("/oauth2/authorization/corp");
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(answer.body()).contains("href=\"/oauth2/authorization/corp\"");
		assertThat(warnings()).singleElement().asString().contains("'corp'", "http://127.0.0.1:1/realms/down");
		assertThat(browser.open("/oauth2/authorization/platform").statusCode()).isEqualTo(404);
		assertThat(browser.get("/me").body()).isEqualTo("ann");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/token", "/keys", "/userinfo" })
	void loginWhenProviderFailsWhileItIsFinishedThen503(String endpoint) {
		start(Application.class);
		this.provider.fail(endpoint, 503);
		Browser browser = browser();
		assertUnavailable(browser.open("/videos"));
		assertThat(warnings()).anySatisfy((warning) -> assertThat(warning).contains(endpoint, "503"));
		assertThat(logins()).isZero();
		this.provider.repair();
		this.clock.advance(Duration.ofMinutes(1));
		assertThat(browser.open("/oauth2/authorization/platform").statusCode()).isNotEqualTo(503);
		assertThat(browser.get("/me").body()).isEqualTo("ann");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "&iss=https%3A%2F%2Fevil.example", "TWICE" })
	void loginWhenIssuerIsWrongMissingOrDoubleThen400AndNoCodeIsSent(String issuer) {
		start(Application.class);
		this.provider.callback((url) -> issuer.equals("TWICE") ? url + url.substring(url.indexOf("&iss="))
				: url.substring(0, url.indexOf("&iss=")) + issuer);
		assertRefused(browser().open("/videos"));
		assertThat(this.provider.requests("/token")).isEmpty();
		assertThat(warnings()).singleElement().asString().contains("no code was sent anywhere");
	}

	@Test
	void loginWhenErrorComesFromAnotherIssuerThen400() {
		start(Application.class);
		this.provider
			.callback((url) -> url.replaceAll("code=[^&]+", "error=access_denied").replaceAll("iss=[^&]+", "iss=evil"));
		assertRefused(browser().open("/videos"));
	}

	@Test
	void loginWhenProviderDeniesThenLoginPageWithoutAWarning() {
		start(Application.class);
		this.provider.callback((url) -> url.replaceAll("code=[^&]+", "error=access_denied"));
		HttpResponse<String> page = browser().open("/videos");
		assertThat(page.uri().toString()).endsWith("/login?error");
		assertThat(warnings()).isEmpty();
		assertThat(this.events).anyMatch((event) -> event.message().contains("access_denied"));
	}

	@Test
	void callbackWhenReplayedOrOfAnotherBrowserThenRefusedAndTold() {
		start(Application.class);
		Browser browser = browser();
		String callback = Browser
			.location(browser.get(Browser.location(browser.get("/oauth2/authorization/platform"))));
		assertThat(callback).contains(CALLBACK);
		assertThat(Browser.location(browser().get(callback))).endsWith("/login?error");
		assertThat(this.provider.requests("/token")).isEmpty();
		assertThat(warnings()).singleElement().asString().contains("no login under way");
		browser.follow(browser.get(callback));
		assertThat(browser.get("/me").body()).isEqualTo("ann");
		assertThat(Browser.location(browser.get(callback))).endsWith("/login?error");
		assertThat(this.provider.requests("/token")).hasSize(1);
		assertThat(warnings()).hasSize(2);
	}

	@Test
	void loginWhenIdTokenIsBrokenThenRefusedAndTold() {
		start(Application.class);
		this.provider.idToken((claims) -> claims.put("nonce", "another"));
		assertThat(browser().open("/videos").uri().toString()).endsWith("/login?error");
		assertThat(logins()).isZero();
		assertThat(warnings()).singleElement().asString().contains("nonce");
	}

	@Test
	void loginWhenMetadataChangeMeanwhileThenCodeGoesWhereItBegan() {
		this.provider.maxAge(1);
		start(Application.class);
		Browser browser = browser();
		String callback = Browser
			.location(browser.get(Browser.location(browser.get("/oauth2/authorization/platform"))));
		this.provider.metadata((document) -> document.put("token_endpoint", this.provider.issuer() + "/new/token2"));
		this.clock.advance(Duration.ofMinutes(5));
		browser().get("/oauth2/authorization/platform");
		browser.follow(browser.get(callback));
		assertThat(this.provider.requests("/token")).hasSize(1);
		assertThat(this.provider.requests("/token2")).isEmpty();
	}

	@Test
	void callWhenTwoBrowsersOfOneUserThenLogoutOfOneLeavesTheOther() {
		start(Application.class);
		Browser first = loggedIn("ann");
		Browser second = loggedIn("ann");
		assertThat(logins()).isEqualTo(2);
		first.submit("/logout", "/logout");
		assertThat(logins()).isEqualTo(1);
		assertThat(second.get("/videos").body()).contains("\"ann\"");
		assertThat(first.get("/videos").statusCode()).isEqualTo(302);
	}

	@ParameterizedTest
	@ValueSource(classes = { Application.class, OwnChain.class, InvalidatingChain.class, ForeignSessions.class })
	void logoutWhenDoneThenNothingIsLeftAndTheTokenIsRevoked(Class<?> application) {
		start(application);
		Browser browser = loggedIn("ann");
		Set<String> living = Set.copyOf(this.provider.livingRefreshTokens());
		assertThat(living).hasSize(1);
		assertThat(browser.submit("/logout", "/logout").statusCode()).isEqualTo(302);
		assertThat(logins()).isZero();
		assertThat(revoked()).isEqualTo(living.iterator().next());
		assertThat(browser.get("/me").statusCode()).isEqualTo(302);
	}

	/**
	 * The revocation goes on behind the logout.
	 */
	private String revoked() {
		return Mono.fromSupplier(() -> this.provider.requests("/revoke"))
			.filter((requests) -> !requests.isEmpty())
			.repeatWhenEmpty((again) -> again.delayElements(Duration.ofMillis(20)))
			.map((requests) -> requests.get(0).parameter("token"))
			.blockOptional(Duration.ofSeconds(10))
			.orElseThrow();
	}

	@Test
	void loginWhenAnotherFollowsInTheSameSessionThenReplaced() {
		start(Application.class);
		Browser browser = loggedIn("ann");
		this.provider.user("bob");
		browser.open("/oauth2/authorization/platform");
		assertThat(browser.get("/videos").body()).contains("\"bob\"");
		assertThat(logins()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(classes = { Application.class, OwnChain.class })
	void callWhenRefreshTokenIsDeadThenPagesLogInAgainAndScriptsAreTold(Class<?> application) {
		start(application);
		Browser browser = loggedIn("ann");
		this.provider.forgetRefreshTokens();
		this.provider.forgetAccessTokens();
		this.clock.advance(Duration.ofMinutes(10));
		assertProblem(browser.get("/videos", "Accept", "application/json"));
		assertProblem(browser.get("/videos", "X-Requested-With", "XMLHttpRequest"));
		HttpResponse<String> page = browser.open("/videos");
		assertThat(page.uri().getPath()).isEqualTo("/videos");
		assertThat(page.body()).contains("\"ann\"");
		assertThat(this.provider.requests("/auth")).hasSize(2);
	}

	@Test
	void callWhenRefreshTokenIsDeadAndProviderDownThen503() {
		start(Application.class);
		Browser browser = loggedIn("ann");
		this.provider.forgetRefreshTokens();
		this.provider.forgetAccessTokens();
		this.clock.advance(Duration.ofMinutes(10));
		assertProblem(browser.get("/videos", "Accept", "application/json"));
		this.provider.stop();
		this.clock.advance(Duration.ofMinutes(1));
		HttpResponse<String> page = browser.get("/videos");
		assertThat(page.statusCode()).isEqualTo(503);
	}

	@Test
	void loginWhenBegunByAResolverOfTheApplicationThenIssuerIsCheckedAllTheSame() {
		start(OwnResolver.class);
		loggedIn("ann");
		this.provider.callback((url) -> url.replaceAll("iss=[^&]+", "iss=https%3A%2F%2Fevil.example"));
		assertRefused(browser().open("/videos"));
		assertThat(this.provider.requests("/token")).hasSize(1);
	}

	@Test
	void clientWhenTakenFromSpringThenTheEnginesOneRefresh() {
		start(Application.class);
		Browser browser = loggedIn("ann");
		String first = browser.get("/client").body();
		this.clock.advance(Duration.ofMinutes(10));
		String second = browser.get("/client").body();
		assertThat(second).startsWith("access-ann-").isNotEqualTo(first);
		assertThat(browser.get("/videos").body()).contains(second);
		assertThat(this.provider.requests("/token")).extracting((request) -> request.parameter("grant_type"))
			.containsExactly("authorization_code", "refresh_token");
	}

	@Test
	void logoutWhenRpInitiatedThenAtTheProviderToo() {
		start(Application.class, "platform.login.rp-initiated-logout=true");
		Browser browser = loggedIn("ann");
		HttpResponse<String> answer = browser.submit("/logout", "/logout");
		assertThat(Browser.location(answer)).startsWith(this.provider.issuer() + "/logout?id_token_hint=");
		browser.get(Browser.location(answer));
		assertThat(this.provider.requests("/realms/platform/logout")).singleElement()
			.extracting((request) -> request.parameter("post_logout_redirect_uri"))
			.asString()
			.endsWith(context().getEnvironment().getProperty("local.server.port") + "/");
		assertThat(logins()).isZero();
	}

	@Test
	void logoutWhenRpInitiatedAndChainHasItsOwnHandlerThenThatWins() {
		start(InvalidatingChain.class, "platform.login.rp-initiated-logout=true");
		Browser browser = loggedIn("ann");
		assertThat(Browser.location(browser.submit("/logout", "/logout"))).endsWith("/bye");
	}

	@Test
	void logoutWhenBackChannelThenLoginEnds() {
		this.clock.setTo(Instant.now());
		start(Application.class, "platform.login.back-channel-logout=true");
		Map<String, String> sessions = new ConcurrentHashMap<>();
		this.provider.idToken((claims) -> sessions.put(claims.get("sub").toString(), claims.get("sid").toString()));
		Browser ann = loggedIn("ann");
		Browser bob = loggedIn("bob");
		HttpResponse<String> answer = browser().post("/logout/connect/back-channel/platform",
				Map.of("logout_token", this.provider.logoutToken(sessions.getOrDefault("ann", ""))));
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(logins()).isEqualTo(1);
		assertThat(ann.get("/me").statusCode()).isEqualTo(302);
		assertThat(bob.get("/me").body()).isEqualTo("bob");
	}

	/**
	 * An application with Boot's chain.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class Application {

		private final WebClient platform;

		Application(@Qualifier("platformWebClient") WebClient platform) {
			this.platform = platform;
		}

		@GetMapping("/videos")
		Mono<String> videos() {
			return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
		}

		@GetMapping("/me")
		String me(Authentication authentication) {
			return authentication.getName();
		}

		@GetMapping("/client")
		String client(@RegisteredOAuth2AuthorizedClient OAuth2AuthorizedClient client) {
			return client.getAccessToken().getTokenValue();
		}

	}

	/**
	 * An application with a chain of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OwnChain extends Application {

		OwnChain(@Qualifier("platformWebClient") WebClient platform) {
			super(platform);
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.oauth2Login(Customizer.withDefaults())
				.build();
		}

	}

	/**
	 * An application that begins logins in its own way.
	 */
	@Configuration(proxyBeanMethods = false)
	static class OwnResolver extends Application {

		OwnResolver(@Qualifier("platformWebClient") WebClient platform) {
			super(platform);
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http, ReactiveClientRegistrationRepository repository) {
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.oauth2Login((login) -> login
					.authorizationRequestResolver(new DefaultServerOAuth2AuthorizationRequestResolver(repository)))
				.build();
		}

	}

	/**
	 * An application whose logout invalidates the session.
	 */
	@Configuration(proxyBeanMethods = false)
	static class InvalidatingChain extends Application {

		InvalidatingChain(@Qualifier("platformWebClient") WebClient platform) {
			super(platform);
		}

		@Bean
		SecurityWebFilterChain chain(ServerHttpSecurity http) {
			return http.authorizeExchange((requests) -> requests.anyExchange().authenticated())
				.csrf(CsrfSpec::disable)
				.oauth2Login(Customizer.withDefaults())
				.logout((logout) -> logout.logoutHandler(new WebSessionServerLogoutHandler())
					.logoutSuccessHandler((exchange, authentication) -> Mono.fromRunnable(() -> {
						exchange.getExchange().getResponse().setRawStatusCode(302);
						exchange.getExchange().getResponse().getHeaders().set("Location", "/bye");
					})))
				.build();
		}

	}

	/**
	 * An application with sessions that keep their attributes when they are invalidated,
	 * as those of Spring Session do.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ForeignSessions extends InvalidatingChain {

		ForeignSessions(@Qualifier("platformWebClient") WebClient platform) {
			super(platform);
		}

		@Bean
		WebSessionManager webSessionManager() {
			DefaultWebSessionManager manager = new DefaultWebSessionManager();
			manager.setSessionStore(new KeepingStore());
			return manager;
		}

	}

	private static final class KeepingStore implements WebSessionStore {

		private final Map<String, WebSession> sessions = new ConcurrentHashMap<>();

		@Override
		public Mono<WebSession> createWebSession() {
			return Mono.just(new KeepingSession(this.sessions));
		}

		@Override
		public Mono<WebSession> retrieveSession(String sessionId) {
			return Mono.justOrEmpty(this.sessions.get(sessionId));
		}

		@Override
		public Mono<Void> removeSession(String sessionId) {
			return Mono.fromRunnable(() -> this.sessions.remove(sessionId));
		}

		@Override
		public Mono<WebSession> updateLastAccessTime(WebSession session) {
			return Mono.just(session);
		}

	}

	private static final class KeepingSession extends MockWebSession {

		private final Map<String, WebSession> sessions;

		KeepingSession(Map<String, WebSession> sessions) {
			this.sessions = sessions;
		}

		@Override
		public Mono<Void> changeSessionId() {
			return Mono.defer(() -> {
				this.sessions.remove(getId());
				return super.changeSessionId();
			});
		}

		@Override
		public Mono<Void> save() {
			return Mono.fromRunnable(() -> this.sessions.put(getId(), this));
		}

		@Override
		public Mono<Void> invalidate() {
			return Mono.fromRunnable(() -> this.sessions.remove(getId()));
		}

	}

}
