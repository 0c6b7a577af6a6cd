package io.videoplatform.internal.login;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.videoplatform.PlatformEvent;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.login.logout.InMemorySet;
import io.videoplatform.internal.login.logout.LoginSessionIndex;
import io.videoplatform.internal.login.logout.LoginSessionRegistry;
import io.videoplatform.internal.login.oidc.JwtVerifierFactory;
import io.videoplatform.internal.login.oidc.OidcClient;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.ClientRegistrationFactory;
import io.videoplatform.internal.store.EncryptedSet;
import io.videoplatform.internal.store.MasterKey;
import io.videoplatform.internal.store.RecordCipher;
import io.videoplatform.internal.store.RecordCodec;
import io.videoplatform.internal.store.RecordRepository;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.RecordTimes;
import io.videoplatform.internal.token.EngineClient;
import io.videoplatform.internal.token.TestEngine;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.login.LoginTokens;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.transport.AddressNetworks;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The parts of logins, put together on a provider on loopback, in time that the test
 * moves.
 */
public final class LoginParts implements AutoCloseable {

	public static final Duration PATIENCE = Duration.ofSeconds(60);

	public static final String CALLBACK = "http://localhost/back";

	public static final String VERIFIER = "a-code-verifier-that-is-long-enough-for-rfc-7636";

	public final MovableClock clock = new MovableClock();

	public final TestPlatform provider = new TestPlatform(this.clock);

	public final Queue<PlatformEvent> events = new ConcurrentLinkedQueue<>();

	private final Scheduler scheduler = EngineScheduler.create();

	private final BoundedExchange exchange = new BoundedExchange(
			WebClient.builder().clientConnector(new ReactorClientHttpConnector()).build(), Duration.ofSeconds(20),
			DataSize.ofMegabytes(1));

	private final TestEngine engine = TestEngine.of(this.exchange, this.clock, this.scheduler, this.events::add);

	public final LoginClient client = client("platform", ClientCredentials.REDIRECT_URI);

	public final LoginClient other = client("second", ClientCredentials.REDIRECT_URI);

	public final LoginRegistrationRepository registrations = registrations();

	public final LoginResolver resolver = new LoginResolver(this.registrations);

	private final List<RecordRepository> records = new ArrayList<>();

	/**
	 * Return the registrations of an application that has just started.
	 */
	public LoginRegistrationRepository registrations() {
		return new LoginRegistrationRepository(List.of(this.client, this.other));
	}

	private DocumentContext documents(Clock clock) {
		return new DocumentContext(clock, this.scheduler::schedule, () -> Long.MIN_VALUE, this.events::add,
				EngineObservations.none());
	}

	/**
	 * Return what verifies the provider's JWTs on a node.
	 * @param clock the clock of the node
	 */
	public JwtVerifierFactory verifiers(Clock clock) {
		return new JwtVerifierFactory((registration) -> this.client.oidc(), documents(clock),
				DocumentSettings.DEFAULTS);
	}

	/**
	 * Return the sets that nodes share in a store.
	 */
	public static SharedSet sets(RecordStore store) {
		return new EncryptedSet(store, codec());
	}

	private static RecordCodec codec() {
		return new RecordCodec(cipher(), (unreadable) -> {
		});
	}

	private static RecordCipher cipher() {
		MasterKey key = new MasterKey(new byte[MasterKey.LENGTH]);
		return new RecordCipher(List.of(key), key, new SecureRandom());
	}

	/**
	 * Return the index of sessions.
	 * @param store the store that nodes share, if they do
	 */
	public LoginSessionIndex index(@Nullable RecordStore store) {
		return (store != null) ? new LoginSessionIndex(sets(store), records(store).work(), this.registrations)
				: new LoginSessionIndex(new InMemorySet(100), null, this.registrations);
	}

	/**
	 * Return the tokens of logins.
	 */
	public LoginAuthorizedClientRepository tokens() {
		LoginEventPublisher publisher = new LoginEventPublisher(this.clock, this.events::add);
		return new LoginAuthorizedClientRepository(this.registrations, this.resolver,
				new CodeExchange(this.registrations,
						new AuthorizationResponseValidator(this.registrations, this.resolver, publisher), publisher,
						this.clock),
				this.clock);
	}

	/**
	 * Return the sessions that the provider may end.
	 */
	public LoginSessionRegistry sessions(LoginSessionIndex index) {
		return new LoginSessionRegistry(this.registrations, this.resolver, 100, index);
	}

	/**
	 * Return a session with a login.
	 */
	public OidcSessionInformation session(String id, Map<String, Object> claims) {
		return session(id, claims, "token-of-" + id);
	}

	public OidcSessionInformation session(String id, Map<String, Object> claims, String idToken) {
		Instant now = this.clock.instant();
		Map<String, Object> all = new HashMap<>(
				Map.of("iss", this.provider.issuer(), "aud", List.of(TestPlatform.CLIENT_ID)));
		all.putAll(claims);
		return new OidcSessionInformation(id, Map.of(), new DefaultOidcUser(AuthorityUtils.NO_AUTHORITIES,
				new OidcIdToken(idToken, now, now.plusSeconds(60), all)));
	}

	/**
	 * Return a verified logout token for all sessions of a user.
	 */
	public OidcLogoutToken logoutToken(String subject) {
		return OidcLogoutToken.withTokenValue("logout-token")
			.issuer(this.provider.issuer())
			.audience(List.of(TestPlatform.CLIENT_ID))
			.subject(subject)
			.jti("1")
			.issuedAt(this.clock.instant())
			.claim("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()))
			.build();
	}

	private RecordRepository records(RecordStore store) {
		RecordRepository records = new RecordRepository(store, codec(),
				new RecordTimes(Duration.ofSeconds(11), Duration.ofHours(1), Duration.ofDays(1)), System::nanoTime,
				this.scheduler, (failure) -> {
				});
		this.records.add(records);
		return records;
	}

	/**
	 * Return the authorization endpoint as the client uses it.
	 */
	public AuthorizationEndpointProbe authorizationEndpoint() {
		return new AuthorizationEndpointProbe(this.exchange, this.client.credentials());
	}

	/**
	 * Return a client of the provider.
	 */
	public LoginClient client(String name, String redirectUri) {
		ClientCredentials credentials = new ClientCredentials(name, AuthorizationGrantType.AUTHORIZATION_CODE,
				TestPlatform.CLIENT_ID, TestPlatform.CLIENT_SECRET, null, null, Set.of("openid"),
				new ClientCredentials.Appearance(ClientPropertyNames.DEFAULT, name, redirectUri),
				ClientAuthentication.DEFAULT, Map.of());
		Discovery discovery = new Discovery(
				new DiscoverySettings(RootUrl.parse(this.provider.rootUrl(), Set.of()), DocumentSettings.DEFAULTS,
						ClientPropertyNames.DEFAULT, null, List.of(), false),
				this.exchange, new UrlValidator(Set.of(), new AddressFilter("127.0.0.1", AddressNetworks::scope)),
				documents(this.clock));
		ClientRegistrationFactory made = new ClientRegistrationFactory(credentials, discovery);
		EngineClient engine = this.engine.client(credentials, discovery::provider, () -> null);
		LoginTokens tokens = new LoginTokens(engine, 1_000, Duration.ofHours(1), false);
		return new LoginClient(
				engine.engine(), credentials, discovery, made, tokens, new LoginAcceptance(engine,
						new AuthorizationEndpointProbe(this.exchange, credentials), tokens.outage()),
				new OidcClient(this.exchange, ClientPropertyNames.DEFAULT, (outage) -> {
				}));
	}

	/**
	 * Log a user in and hold the tokens, as a login by Spring Security does.
	 */
	public Authentication logIn(String subject) {
		return logIn(this.client, subject, subject + "-id-token");
	}

	/**
	 * Return the source of the tokens of a login that is held.
	 */
	public TokenSource source(Authentication login) {
		TokenSource source = this.client.tokens().get(this.resolver.of(login));
		assertThat(source).isNotNull();
		return source;
	}

	/**
	 * Log a user in and hold the tokens, as a login by Spring Security does.
	 */
	public Authentication logIn(LoginClient client, String subject, String idToken) {
		GrantedTokens grant = tokens(client);
		Authentication authentication = authentication(client.registrationId(), subject, idToken);
		LoginKey login = this.resolver.of(authentication);
		assertThat(login).isNotNull();
		client.tokens().useCheck((claims, registration, token, accessToken) -> Mono.empty());
		client.tokens().open(login, grant, Map.of());
		return authentication;
	}

	private GrantedTokens tokens(LoginClient client) {
		ClientRegistration registration = get(client.begin());
		String code = code(registration);
		GrantedTokens grant = client.tokens()
			.tokenClient()
			.exchange(client.provider(registration).block(PATIENCE), code, URI.create(CALLBACK), VERIFIER)
			.block(PATIENCE);
		assertThat(grant).isNotNull();
		return grant;
	}

	/**
	 * Return a code for the user whom the provider logs in.
	 */
	public static String code(ClientRegistration registration) {
		String callback = Browser.location(new Browser("")
			.get(UriComponentsBuilder.fromUriString(registration.getProviderDetails().getAuthorizationUri())
				.queryParam("redirect_uri", CALLBACK)
				.queryParam("code_challenge", Digest.of(VERIFIER))
				.toUriString()));
		return String.valueOf(UriComponentsBuilder.fromUriString(callback).build().getQueryParams().getFirst("code"));
	}

	public Authentication authentication(String registrationId, String subject, String idToken) {
		return authentication(registrationId, new OidcIdToken(idToken, null, null,
				Map.of("iss", this.provider.issuer(), "aud", List.of(TestPlatform.CLIENT_ID), "sub", subject)));
	}

	public static Authentication authentication(String registrationId, OidcIdToken idToken) {
		return new OAuth2AuthenticationToken(
				new DefaultOidcUser(AuthorityUtils.createAuthorityList("OIDC_USER"), idToken), List.of(),
				registrationId);
	}

	public static <T> T get(Mono<T> work) {
		T value = work.block(PATIENCE);
		assertThat(value).isNotNull();
		return value;
	}

	public List<String> published(PlatformEvent.Level level) {
		return new ArrayList<>(this.events).stream()
			.filter((event) -> event.level() == level)
			.map(PlatformEvent::message)
			.toList();
	}

	/**
	 * Close the engine, as an application does that is stopped.
	 */
	public void closeEngine() {
		this.engine.close();
	}

	@Override
	public void close() {
		this.records.forEach(RecordRepository::close);
		this.scheduler.dispose();
		this.provider.close();
	}

}
