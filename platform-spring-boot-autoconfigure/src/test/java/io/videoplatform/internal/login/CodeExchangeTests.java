package io.videoplatform.internal.login;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.token.endpoint.GrantedTokens;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AccessTokenResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Codes of logins at several nodes.
 */
class CodeExchangeTests {

	private static final String STATE = "any";

	private final LoginParts parts = new LoginParts();

	private final CodeExchange node = node();

	private final ClientRegistration registration = LoginParts.get(this.parts.client.begin());

	private final String code = LoginParts.code(this.registration);

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void exchangeWhenTheApplicationIsStoppedThenNotRefused() {
		this.parts.provider.server().hold("/token", Mono.never());
		CompletableFuture<OAuth2AccessTokenResponse> exchange = exchange(this.node).toFuture();
		this.parts.provider.server().awaitRequests("/token", 1);
		this.parts.closeEngine();
		assertThat(exchange).failsWithin(LoginParts.PATIENCE)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(LoginUnavailableException.class,
					(outage) -> assertThat(outage).returns(PlatformError.CLOSING, LoginUnavailableException::getError)
						.returns("This application cannot complete your login",
								LoginUnavailableException::explanation));
	}

	@Test
	void grantWhenLoginsHaveTheSameAccessTokenThenEachHasItsOwnTokens() {
		Map<String, OAuth2AccessTokenResponse> exchanged = new LinkedHashMap<>();
		for (String idToken : List.of("one", "two")) {
			this.parts.provider.server()
				.on("/token",
						new TestResponse(200, Map.of("Content-Type", "application/json"),
								"""
										{"access_token":"same","token_type":"Bearer","expires_in":300,"id_token":"%s","refresh_token":"r-%s"}
										"""
									.formatted(idToken, idToken)));
			exchanged.put(idToken, exchange(this.node, idToken).block(LoginParts.PATIENCE));
		}
		exchanged.forEach((idToken, response) -> {
			GrantedTokens grant = this.node.grant(response.getAccessToken());
			assertThat(grant).isNotNull();
			assertThat(grant.refreshTokenValue()).isEqualTo("r-" + idToken);
		});
	}

	@Test
	void exchangeWhenTokenEndpointHasChangedSinceTheLoginBeganThenCodeIsNotSent() {
		ClientRegistration before = ClientRegistration.withClientRegistration(this.registration)
			.tokenUri(this.parts.provider.rootUrl() + "/before")
			.build();
		assertThatExceptionOfType(OAuth2AuthorizationException.class)
			.isThrownBy(() -> exchange(this.node, this.code, before).block(LoginParts.PATIENCE))
			.withMessageContaining("The provider has changed since the login began");
		assertThat(this.parts.provider.tokenRequests()).isEmpty();
	}

	private CodeExchange node() {
		LoginEventPublisher events = new LoginEventPublisher(this.parts.clock, this.parts.events::add);
		return new CodeExchange(this.parts.registrations,
				new AuthorizationResponseValidator(this.parts.registrations, this.parts.resolver, events), events,
				this.parts.clock);
	}

	private Mono<OAuth2AccessTokenResponse> exchange(CodeExchange codes) {
		return exchange(codes, this.code);
	}

	private Mono<OAuth2AccessTokenResponse> exchange(CodeExchange codes, String code) {
		return exchange(codes, code, this.registration);
	}

	private Mono<OAuth2AccessTokenResponse> exchange(CodeExchange codes, String code, ClientRegistration registration) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>(
				Map.of("code", List.of(code), "state", List.of(STATE), "iss", List.of(this.parts.provider.issuer())));
		OAuth2AuthorizationRequest began = OAuth2AuthorizationRequest.authorizationCode()
			.authorizationUri(this.registration.getProviderDetails().getAuthorizationUri())
			.clientId(this.registration.getClientId())
			.state(STATE)
			.redirectUri(LoginParts.CALLBACK)
			.attributes(Map.of("code_verifier", LoginParts.VERIFIER))
			.build();
		OAuth2AuthorizationResponse response = OAuth2AuthorizationResponse.success(code)
			.redirectUri(LoginParts.CALLBACK)
			.state(STATE)
			.build();
		return codes.exchange(
				new OAuth2AuthorizationCodeGrantRequest(registration, new OAuth2AuthorizationExchange(began, response)),
				new CallbackRequest("", "/back", parameters));
	}

}
