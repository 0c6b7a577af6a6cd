package io.videoplatform.internal.login.oidc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.videoplatform.internal.http.EngineScheduler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthorizationCodeAuthenticationToken;
import org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeReactiveAuthenticationManager;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Decoders and user services inside Spring Security's own login, on both stacks.
 */
class SpringLoginTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String NONCE = "a-nonce-of-this-browser";

	private final OidcProvider provider = new OidcProvider();

	private final Scheduler scheduler = EngineScheduler.create();

	private final JwtVerifierFactory verifiers = this.provider.verifiers(this.scheduler);

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.provider.close();
	}

	@Test
	void loginWhenGoodThenUser() {
		String token = this.provider.token("nonce", hash(NONCE));
		assertThat(List.of(servlet(token), reactive(token)))
			.allSatisfy((user) -> assertThat(user.getName()).isEqualTo("ann"));
		assertThat(this.provider.keyRequests()).hasSize(1);
	}

	@Test
	void loginWhenNonceIsMissingOrAnotherThenRefusedBySpring() {
		for (String nonce : new String[] { hash("of-another-browser"), NONCE, null }) {
			assertThat(failures(this.provider.token("nonce", nonce)))
				.allSatisfy((failure) -> assertThat(failure.getError().getErrorCode()).isEqualTo("invalid_nonce"));
		}
		assertThat(this.provider.authorizations()).isEmpty();
	}

	@Test
	void loginWhenIdTokenIsInvalidThenReadableSentence() {
		assertThat(failures(this.provider.token("aud", "other"))).allSatisfy((failure) -> {
			assertThat(failure.getError().getErrorCode()).isEqualTo("invalid_id_token");
			assertThat(failure.getError().getDescription()).startsWith("The ID token is refused: it ")
				.contains("aud=[other]");
		});
	}

	@Test
	void loginWhenKeysAreUnavailableThenRecognisableByCause() {
		this.provider.stop();
		assertThat(failures(this.provider.token("nonce", hash(NONCE))))
			.allSatisfy((failure) -> assertThat(failure).extracting((ex) -> ex.getCause().getCause())
				.isInstanceOf(OidcProviderUnavailableException.class));
	}

	private List<OAuth2AuthenticationException> failures(String idToken) {
		Throwable servlet = catchThrowable(() -> servlet(idToken));
		Throwable reactive = catchThrowable(() -> reactive(idToken));
		assertThat(servlet).isInstanceOf(OAuth2AuthenticationException.class);
		assertThat(reactive).isInstanceOf(OAuth2AuthenticationException.class);
		return List.of((OAuth2AuthenticationException) servlet, (OAuth2AuthenticationException) reactive);
	}

	private Authentication servlet(String idToken) {
		OidcAuthorizationCodeAuthenticationProvider login = new OidcAuthorizationCodeAuthenticationProvider(
				(request) -> response(idToken), new OidcUserLoader(this.verifiers).userService((registration) -> true));
		login.setJwtDecoderFactory(new IdTokenDecoderFactory(this.verifiers, (registration) -> true)::createDecoder);
		return present(
				login.authenticate(new OAuth2LoginAuthenticationToken(this.provider.registration(), exchanged())));
	}

	private Authentication reactive(String idToken) {
		OidcAuthorizationCodeReactiveAuthenticationManager login = new OidcAuthorizationCodeReactiveAuthenticationManager(
				(request) -> Mono.just(response(idToken)),
				new OidcUserLoader(this.verifiers).reactiveUserService((registration) -> true));
		login.setJwtDecoderFactory(
				new IdTokenDecoderFactory(this.verifiers, (registration) -> true)::createReactiveDecoder);
		return present(login
			.authenticate(new OAuth2AuthorizationCodeAuthenticationToken(this.provider.registration(), exchanged()))
			.block(PATIENCE));
	}

	private static Authentication present(@Nullable Authentication authentication) {
		assertThat(authentication).isNotNull();
		return authentication;
	}

	private static OAuth2AccessTokenResponse response(String idToken) {
		return OAuth2AccessTokenResponse.withToken("access-1")
			.tokenType(OAuth2AccessToken.TokenType.BEARER)
			.expiresIn(300)
			.scopes(Set.of("openid"))
			.additionalParameters(Map.of("id_token", idToken))
			.build();
	}

	private OAuth2AuthorizationExchange exchanged() {
		ClientRegistration registration = this.provider.registration();
		OAuth2AuthorizationRequest request = OAuth2AuthorizationRequest.authorizationCode()
			.authorizationUri(registration.getProviderDetails().getAuthorizationUri())
			.clientId(registration.getClientId())
			.redirectUri("https://app.example/login/oauth2/code/platform")
			.scopes(registration.getScopes())
			.state("state")
			.attributes((attributes) -> attributes.put("nonce", NONCE))
			.build();
		OAuth2AuthorizationResponse response = OAuth2AuthorizationResponse.success("code")
			.redirectUri("https://app.example/login/oauth2/code/platform")
			.state("state")
			.build();
		return new OAuth2AuthorizationExchange(request, response);
	}

	private static String hash(String nonce) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(nonce.getBytes(StandardCharsets.US_ASCII));
			return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
