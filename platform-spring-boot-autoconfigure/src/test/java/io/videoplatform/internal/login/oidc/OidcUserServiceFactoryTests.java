package io.videoplatform.internal.login.oidc;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import com.nimbusds.jose.jwk.ECKey;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.reactive.ReactiveLoginStrategyFactory;
import io.videoplatform.internal.login.servlet.LoginStrategyFactory;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.client.userinfo.ReactiveOAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.jwt.BadJwtException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Users and the UserInfo endpoint, on both stacks.
 */
class OidcUserServiceFactoryTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String ACCESS_TOKEN = "access.token-of-ann";

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final JwtVerifierFactory verifiers = this.provider.verifiers(this.scheduler);

	private final OidcUserServiceFactory loader = new OidcUserServiceFactory(this.verifiers);

	private final OAuth2UserService<OidcUserRequest, OidcUser> servlet = this.loader.userService();

	private final ReactiveOAuth2UserService<OidcUserRequest, OidcUser> reactive = this.loader.reactiveUserService();

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	private OidcUserRequest request(Consumer<ClientRegistration.Builder> customizer, String idToken,
			String accessToken) {
		Instant now = this.provider.clock.instant();
		return new OidcUserRequest(this.provider.registration(Map.of(), customizer),
				new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, accessToken, now, now.plusSeconds(300),
						Set.of("openid", "videos")),
				new OidcIdToken(idToken, now, now.plusSeconds(300),
						Map.of("sub", "ann", "iss", this.provider.issuer())));
	}

	private OidcUserRequest request() {
		return request((registration) -> {
		}, this.provider.token(), ACCESS_TOKEN);
	}

	private List<OidcUser> users(OidcUserRequest request) {
		OidcUser user = this.reactive.loadUser(request).block(PATIENCE);
		assertThat(user).isNotNull();
		return List.of(this.servlet.loadUser(request), user);
	}

	private List<OAuth2AuthenticationException> failures(OidcUserRequest request) {
		List<OAuth2AuthenticationException> failures = failures(request, OAuth2AuthenticationException.class);
		assertThat(failures).allSatisfy(
				(failure) -> assertThat(failure.getError().getDescription()).isNotBlank().doesNotContain(ACCESS_TOKEN));
		return failures;
	}

	private List<LoginUnavailableException> outages() {
		return failures(request(), LoginUnavailableException.class);
	}

	private <T extends Throwable> List<T> failures(OidcUserRequest request, Class<T> type) {
		return Stream
			.of(catchThrowable(() -> this.servlet.loadUser(request)),
					catchThrowable(() -> this.reactive.loadUser(request).block(PATIENCE)))
			.peek((failure) -> assertThat(failure).isInstanceOf(type))
			.peek((failure) -> assertThat(CauseChain.of(failure))
				.allSatisfy((cause) -> assertThat(cause).hasMessageNotContaining(ACCESS_TOKEN)))
			.map(type::cast)
			.toList();
	}

	@Test
	void loadUserWhenAClaimCannotBeConvertedThenItStaysAsItIs() {
		this.provider.returnsUserInfo(
				TestResponse.json("{\"sub\":\"ann\",\"name\":\"Ann\",\"updated_at\":1764000000000000000}"));
		assertThat(users(request()))
			.allSatisfy((user) -> assertThat(user.getClaims()).containsEntry("updated_at", 1_764_000_000_000_000_000L));
		assertThat(this.provider.events).isEmpty();
	}

	@Test
	void loadUserWhenResponseThenClaimsAndScopes() {
		this.provider
			.returnsUserInfo(TestResponse.json("{\"sub\":\"ann\",\"name\":\"Ann\",\"email\":null,\"updated_at\":1}"));
		assertThat(users(request())).allSatisfy((user) -> {
			assertThat(user.getName()).isEqualTo("ann");
			assertThat(user.getFullName()).isEqualTo("Ann");
			assertThat(user.getClaims()).doesNotContainKey("email")
				.containsEntry("updated_at", Instant.ofEpochSecond(1));
			assertThat(user.getAuthorities()).extracting(GrantedAuthority::getAuthority)
				.contains("OIDC_USER", "SCOPE_videos");
		});
		assertThat(this.provider.authorizations()).containsExactly("Bearer " + ACCESS_TOKEN, "Bearer " + ACCESS_TOKEN);
		assertThat(this.provider.events).isEmpty();
	}

	@Test
	void loadUserWhenNoEndpointThenNotRequested() {
		assertThat(
				users(request((registration) -> registration.userInfoUri(null), this.provider.token(), ACCESS_TOKEN)))
			.allSatisfy((user) -> assertThat(user.getUserInfo()).isNull());
		assertThat(this.provider.authorizations()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			200 | application/json | {"sub":"bob"}        | is about another user
			200 | application/json | {"sub":"ANN"}        | is about another user
			200 | application/json | {"name":"Ann"}       | does not say whom it is about
			200 | application/json | {"sub":""}           | does not say whom it is about
			200 | application/json | {"sub":7}            | does not say whom it is about
			200 | application/json | {"sub":null}         | does not say whom it is about
			200 | application/json | []                   | is not a JSON object
			200 | application/json | {"sub":"ann"         | is not a JSON object
			200 | text/html        | <html>Portal</html>  | is HTML
			200 | application/jwt  | eyJ.eyJ.sig          | is not a JWT that can be read
			201 | application/json | {"sub":"ann"}        | has status 201
			302 | application/json | {"sub":"ann"}        | has status 302
			401 | application/json | {"sub":"ann"}        | has status 401
			403 | text/html        | no                   | has status 403
			""")
	void loadUserWhenResponseIsNotTheUsersThenRefused(int status, String contentType, String body, String reason) {
		this.provider.returnsUserInfo(TestResponse.of(status, body, "Content-Type: " + contentType));
		assertThat(failures(request())).allSatisfy((failure) -> {
			assertThat(failure.getError().getErrorCode()).isEqualTo("invalid_user_info_response");
			assertThat(failure.getError().getDescription()).contains(reason);
			assertThat(failure).cause().isInstanceOfAny(MalformedResponseException.class, BadJwtException.class);
		});
		assertThat(this.provider.published(Level.WARN)).hasSize(1)
			.allSatisfy((message) -> assertThat(message).contains("'platform'", this.provider.issuer(), reason)
				.containsPattern("[^.]\\. (?:Check|Compare) "));
	}

	private void returnsSigned(Map<String, Object> claims) {
		this.provider.returnsUserInfo(
				TestResponse.of(200, OidcProvider.token(OidcProvider.FIRST, claims), "Content-Type: application/jwt"));
	}

	static Stream<Arguments> signed() {
		return Stream.of(arguments("with issuer and audience", Map.of("aud", "videos")),
				arguments("with several audiences", Map.of("aud", List.of("other", "videos"))),
				arguments("with the subject alone", Map.of()),
				arguments("with a claim that is null", Collections.singletonMap("email", null)));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("signed")
	void loadUserWhenResponseIsSignedThenVerifiedByTheIssuersKeys(String name, Map<String, Object> claims) {
		Map<String, Object> all = new HashMap<>(Map.of("sub", "ann", "name", "Ann", "updated_at", 1));
		all.putAll(claims);
		if (claims.containsKey("aud")) {
			all.put("iss", this.provider.issuer());
		}
		returnsSigned(all);
		assertThat(users(request())).allSatisfy((user) -> {
			assertThat(user.getName()).isEqualTo("ann");
			assertThat(user.getFullName()).isEqualTo("Ann");
			assertThat(user.getUserInfo().getUpdatedAt()).isEqualTo(Instant.ofEpochSecond(1));
		});
		assertThat(this.provider.keyRequests()).hasSize(1);
		assertThat(this.provider.published(Level.WARN)).isEmpty();
	}

	static Stream<Arguments> refused() {
		return Stream.of(
				refused("other key", "'other', which the issuer does not publish",
						(provider) -> OidcProvider.token(OidcProvider.secondAs("other"), Map.of("sub", "ann"))),
				refused("forged under a known key", "not made by the issuer's key",
						(provider) -> OidcProvider.token(OidcProvider.secondAs("first"), Map.of("sub", "ann"))),
				refused("other issuer", "iss claim",
						(provider) -> OidcProvider.token(OidcProvider.FIRST,
								Map.of("sub", "ann", "iss", "https://evil.example"))),
				refused("other audience", "aud claim",
						(provider) -> OidcProvider.token(OidcProvider.FIRST, Map.of("sub", "ann", "aud", "other"))),
				refused("expired", "('exp')",
						(provider) -> OidcProvider.token(OidcProvider.FIRST, Map.of("sub", "ann", "exp", 7))),
				refused("other subject", "is about another user ('sub')",
						(provider) -> OidcProvider.token(OidcProvider.FIRST, Map.of("sub", "bob"))),
				refused("no subject", "('sub')",
						(provider) -> OidcProvider.token(OidcProvider.FIRST, Map.of("name", "Ann"))),
				refused("not signed", "algorithm 'none'",
						(provider) -> OidcProvider.compact("{\"alg\":\"none\"}", "{\"sub\":\"ann\"}", "")));
	}

	private static Arguments refused(String name, String reason, Function<OidcProvider, String> response) {
		return arguments(name, reason, response);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("refused")
	void loadUserWhenSignedResponseIsWrongThenRefused(String name, String reason,
			Function<OidcProvider, String> response) {
		this.provider.returnsUserInfo(
				TestResponse.of(200, response.apply(this.provider), "Content-Type: application/jwt;charset=utf-8"));
		assertThat(failures(request())).allSatisfy((failure) -> {
			assertThat(failure.getError().getErrorCode()).isEqualTo("invalid_user_info_response");
			assertThat(failure.getError().getDescription()).contains(reason)
				.containsOnlyOnce("The UserInfo response")
				.doesNotContain("eyJ");
		});
		assertThat(this.provider.published(Level.WARN)).hasSize(1)
			.allSatisfy((message) -> assertThat(message).contains("'platform'", reason));
	}

	@Test
	void loadUserWhenResponseIsSignedByAnAnnouncedAlgorithmThenThatOneOnly() {
		ECKey key = OidcProvider.ec("curve");
		this.provider.publishes(OidcProvider.FIRST, key);
		OidcUserRequest request = request(
				(registration) -> registration.providerConfigurationMetadata(
						Map.of("userinfo_signing_alg_values_supported", List.of("none", "ES256"))),
				this.provider.token(), ACCESS_TOKEN);
		this.provider.returnsUserInfo(
				TestResponse.of(200, OidcProvider.token(key, Map.of("sub", "ann")), "Content-Type: application/jwt"));
		assertThat(users(request)).hasSize(2);
		returnsSigned(Map.of("sub", "ann"));
		assertThat(failures(request)).allSatisfy(
				(failure) -> assertThat(failure.getError().getDescription()).contains("'RS256'", "[ES256] only"));
	}

	@Test
	void loadUserWhenResponseIsSignedAndKeysCannotBeReadThenUnavailable() {
		returnsSigned(Map.of("sub", "ann"));
		this.provider.returnsKeys(TestResponse.of(503, "later", "Content-Type: text/plain"));
		assertThat(outages()).hasSize(2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 429, 500, 502, 503 })
	void loadUserWhenProviderIsInTroubleThenUnavailable(int status) {
		this.provider.returnsUserInfo(TestResponse.of(status, "later", "Content-Type: text/html", "Retry-After: 30"));
		assertThat(outages()).allSatisfy((outage) -> {
			assertThat(outage.isRetryable()).isTrue();
			assertThat(outage.getStep()).isEqualTo(PlatformStep.USERINFO_REQUEST);
			assertThat(outage.getNextAttempt()).isEqualTo(this.provider.clock.instant().plusSeconds(30));
		});
	}

	@Test
	void loadUserWhenProviderIsDownThenUnavailable() {
		this.provider.stop();
		assertThat(outages()).hasSize(2);
		assertThat(this.provider.published(Level.WARN)).hasSize(1)
			.allSatisfy((message) -> assertThat(message).containsOnlyOnce(PlatformError.CONNECT.getCure()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "!#$%&'()*,-./:;<>?@[]^_`{|}~", "a\"b\\c", "=", "a b" })
	void loadUserWhenAccessTokenIsOfVisibleAsciiThenSentAsItIs(String accessToken) {
		this.provider.returnsUserInfo(TestResponse.json("{\"sub\":\"ann\"}"));
		assertThat(users(request((registration) -> {
		}, this.provider.token(), accessToken))).hasSize(2);
		assertThat(this.provider.authorizations()).containsOnly("Bearer " + accessToken);
	}

	@Test
	void loadUserWhenRegistrationIsNotOursThenSpringsOwn() {
		this.provider.returnsUserInfo(TestResponse.json("{\"sub\":\"bob\"}"));
		LoginRegistrationRepository none = new LoginRegistrationRepository(List.of());
		OAuth2UserService<OidcUserRequest, OidcUser> others = LoginStrategyFactory.users(none, this.loader);
		assertThat(catchThrowable(() -> others.loadUser(request()))).isInstanceOf(OAuth2AuthenticationException.class);
		ReactiveOAuth2UserService<OidcUserRequest, OidcUser> reactiveOthers = ReactiveLoginStrategyFactory.users(none,
				this.loader);
		assertThat(catchThrowable(() -> reactiveOthers.loadUser(request()).block(PATIENCE)))
			.isInstanceOf(OAuth2AuthenticationException.class);
		assertThat(this.provider.events).isEmpty();
	}

}
