package io.videoplatform.login.oidc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.login.oidc.OidcProvider.Reply;
import io.videoplatform.transport.MalformedAnswerException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Users and the UserInfo endpoint, on both stacks.
 */
class OidcUserServiceTests {

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private static final String ACCESS_TOKEN = "access.token-of-ann";

	private final OidcProvider provider = new OidcProvider();

	private final PlatformOidcUserService servlet = new PlatformOidcUserService(this.provider::exchange,
			this.provider.clock, this.provider.events::add, (registration) -> true);

	private final ReactivePlatformOidcUserService reactive = new ReactivePlatformOidcUserService(
			this.provider::exchange, this.provider.clock, this.provider.events::add, (registration) -> true);

	@AfterEach
	void close() {
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
		return List.of(failure(catchThrowable(() -> this.servlet.loadUser(request))),
				failure(catchThrowable(() -> this.reactive.loadUser(request).block(PATIENCE))));
	}

	private OAuth2AuthenticationException failure(@Nullable Throwable thrown) {
		assertThat(thrown).isInstanceOf(OAuth2AuthenticationException.class);
		OAuth2AuthenticationException failure = (OAuth2AuthenticationException) thrown;
		assertThat(failure.getError().getDescription()).isNotBlank().doesNotContain(ACCESS_TOKEN);
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			assertThat(cause).hasMessageNotContaining(ACCESS_TOKEN);
		}
		return failure;
	}

	@Test
	void loadUserWhenAnsweredThenClaimsAndScopes() {
		this.provider.answersUserInfo(Reply.json("{\"sub\":\"ann\",\"name\":\"Ann\",\"email\":null,\"updated_at\":1}"));
		assertThat(users(request())).allSatisfy((user) -> {
			assertThat(user.getName()).isEqualTo("ann");
			assertThat(user.getFullName()).isEqualTo("Ann");
			assertThat(user.getClaims()).doesNotContainKey("email")
				.containsEntry("updated_at", Instant.ofEpochSecond(1));
			assertThat(user.getAuthorities()).extracting(GrantedAuthority::getAuthority)
				.contains("OIDC_USER", "SCOPE_videos");
		});
		assertThat(this.provider.authorizations).containsExactly("Bearer " + ACCESS_TOKEN, "Bearer " + ACCESS_TOKEN);
		assertThat(this.provider.events).isEmpty();
	}

	@Test
	void loadUserWhenNoEndpointThenNotAsked() {
		assertThat(
				users(request((registration) -> registration.userInfoUri(null), this.provider.token(), ACCESS_TOKEN)))
			.allSatisfy((user) -> assertThat(user.getUserInfo()).isNull());
		assertThat(this.provider.authorizations).isEmpty();
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
			200 | application/jwt  | eyJ.eyJ.sig          | is a JWT
			201 | application/json | {"sub":"ann"}        | has status 201
			302 | application/json | {"sub":"ann"}        | has status 302
			401 | application/json | {"sub":"ann"}        | has status 401
			403 | text/html        | no                   | has status 403
			""")
	void loadUserWhenAnswerIsNotTheUsersThenRefused(int status, String contentType, String body, String reason) {
		this.provider.answersUserInfo(Reply.of(status, contentType, body));
		assertThat(failures(request())).allSatisfy((failure) -> {
			assertThat(failure.getError().getErrorCode()).isEqualTo("invalid_user_info_response");
			assertThat(failure.getError().getDescription()).contains(reason);
			assertThat(failure).hasCauseExactlyInstanceOf(MalformedAnswerException.class);
		});
		assertThat(this.provider.told(Level.WARN)).hasSize(2)
			.allSatisfy((message) -> assertThat(message).contains("'platform'", this.provider.issuer(), reason));
	}

	@ParameterizedTest
	@ValueSource(ints = { 429, 500, 502, 503 })
	void loadUserWhenProviderIsInTroubleThenUnavailable(int status) {
		this.provider.answersUserInfo(new Reply(status, "text/html", Map.of("Retry-After", "30"), "later"));
		assertThat(failures(request())).allSatisfy((failure) -> {
			assertThat(failure).hasCauseInstanceOf(OidcProviderUnavailableException.class);
			OidcProviderUnavailableException cause = (OidcProviderUnavailableException) failure.getCause();
			assertThat(cause.isRetryable()).isTrue();
			assertThat(cause.getStep()).isEqualTo(PlatformStep.USERINFO_REQUEST);
			assertThat(cause.getNextAttempt()).isEqualTo(this.provider.clock.instant().plusSeconds(30));
		});
	}

	@Test
	void loadUserWhenProviderIsDownThenUnavailable() {
		this.provider.stop();
		assertThat(failures(request()))
			.allSatisfy((failure) -> assertThat(failure).hasCauseInstanceOf(OidcProviderUnavailableException.class));
		assertThat(this.provider.told(Level.WARN)).hasSize(2);
	}

	@Test
	void loadUserWhenAccessTokenIsAnotherThenRefusedAndNotUsed() {
		OidcUserRequest request = request((registration) -> {
		}, this.provider.token("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"), ACCESS_TOKEN);
		assertThat(failures(request)).allSatisfy((failure) -> {
			assertThat(failure.getError().getErrorCode()).isEqualTo("invalid_id_token");
			assertThat(failure.getError().getDescription()).contains("at_hash");
		});
		assertThat(this.provider.authorizations).isEmpty();
		assertThat(this.provider.told(Level.WARN)).hasSize(2);
	}

	@Test
	void loadUserWhenAccessTokenCannotStandInAHeaderThenNotSent() {
		OidcUserRequest request = request((registration) -> {
		}, this.provider.token(), "line\r\nbreak");
		assertThat(failures(request))
			.allSatisfy((failure) -> assertThat(failure.getError().getDescription()).contains("no bearer token"));
		assertThat(this.provider.authorizations).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void loadUserWhenUserHasNoNameThenRefused(boolean asked) {
		OidcUserRequest request = request((registration) -> {
			registration.userNameAttributeName("preferred_username");
			if (!asked) {
				registration.userInfoUri(null);
			}
		}, this.provider.token(), ACCESS_TOKEN);
		assertThat(failures(request))
			.allSatisfy((failure) -> assertThat(failure.getError().getDescription()).contains("'preferred_username'"));
	}

	@Test
	void loadUserWhenRegistrationIsNotOursThenSpringsOwn() {
		this.provider.answersUserInfo(Reply.json("{\"sub\":\"bob\"}"));
		PlatformOidcUserService others = new PlatformOidcUserService(this.provider::exchange, this.provider.clock,
				this.provider.events::add, (registration) -> false);
		assertThat(catchThrowable(() -> others.loadUser(request()))).isInstanceOf(OAuth2AuthenticationException.class);
		ReactivePlatformOidcUserService reactiveOthers = new ReactivePlatformOidcUserService(this.provider::exchange,
				this.provider.clock, this.provider.events::add, (registration) -> false);
		assertThat(catchThrowable(() -> reactiveOthers.loadUser(request()).block(PATIENCE)))
			.isInstanceOf(OAuth2AuthenticationException.class);
		assertThat(this.provider.events).isEmpty();
	}

}
