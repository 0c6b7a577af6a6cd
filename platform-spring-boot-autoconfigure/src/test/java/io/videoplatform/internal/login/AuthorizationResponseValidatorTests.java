package io.videoplatform.internal.login;

import java.util.List;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is made of the parameters and the path of authorization responses (RFC 9207, RFC
 * 9700).
 */
class AuthorizationResponseValidatorTests {

	private static final String PATH = "/login/oauth2/code/platform";

	private final LoginParts parts = new LoginParts();

	private final AuthorizationResponseValidator responses = new AuthorizationResponseValidator(
			this.parts.registrations, this.parts.resolver,
			new LoginEventPublisher(this.parts.clock, this.parts.events::add));

	@AfterEach
	void close() {
		this.parts.close();
	}

	private static MultiValueMap<String, String> parameters(String query) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
		UriComponentsBuilder.newInstance().query(query).build().getQueryParams().forEach(parameters::addAll);
		return parameters;
	}

	private static CallbackRequest request(String path, MultiValueMap<String, String> parameters) {
		return new CallbackRequest("", path, parameters);
	}

	private MultiValueMap<String, String> fromProvider(String query) {
		MultiValueMap<String, String> parameters = parameters(query);
		parameters.set("iss", this.parts.provider.issuer());
		return parameters;
	}

	private ClientRegistration begin() {
		return LoginParts.get(this.parts.client.begin());
	}

	private OAuth2AuthorizationRequest began(ClientRegistration registration, String path) {
		return OAuth2AuthorizationRequest.authorizationCode()
			.authorizationUri(registration.getProviderDetails().getAuthorizationUri())
			.clientId("videos")
			.state("b")
			.redirectUri("https://app.example.com" + path)
			.build();
	}

	private @Nullable LoginRefusal check(CallbackRequest request, String began) {
		ClientRegistration registration = begin();
		return this.responses.check(request,
				new OAuth2AuthorizationCodeGrantRequest(registration,
						new OAuth2AuthorizationExchange(began(registration, began),
								OAuth2AuthorizationResponse.success(String.valueOf(request.parameter("code")))
									.redirectUri("https://app.example.com")
									.state("b")
									.build())));
	}

	private @Nullable LoginRefusal check(MultiValueMap<String, String> parameters) {
		return check(request(PATH, parameters), PATH);
	}

	private LoginRefusal refusal(MultiValueMap<String, String> parameters) {
		LoginRefusal refusal = check(parameters);
		assertThat(refusal).isNotNull();
		assertThat(refusal.registrationId()).isEqualTo("platform");
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.satisfies((message) -> assertThat(message)
				.startsWith("A login at registration 'platform' ended, and no code was sent anywhere: ")
				.contains(refusal.reason())
				.endsWith(". " + PlatformError.LOGIN.getCure())
				.doesNotContain("secret-code"));
		return refusal;
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", emptyValue = "", value = {
			"https://app.example.com/portal/login/oauth2/code/platform, '', /login/oauth2/code/platform, platform",
			"https://app.example.com/portal/login/oauth2/code/platform, '', /portal/login/oauth2/code/platform, platform",
			"https://app.example.com/a/b/login/oauth2/code/platform, '', /b/login/oauth2/code/platform, platform",
			"https://app.example.com/login/oauth2/code/platform, /app, /app/login/oauth2/code/platform, platform",
			"https://app.example.com/portal/login/oauth2/code/platform, '', /platform, -",
			"https://app.example.com/portal/login/oauth2/code/platform, '', /login/oauth2/code/other, -",
			"https://app.example.com/portal/back, '', /back, platform",
			"https://app.example.com/portal/back, '', /portal/back, platform",
			"https://app.example.com/portal/back, /app, /app/back, platform",
			"https://app.example.com/portal/back, '', /login/oauth2/code/platform, platform",
			"https://app.example.com/portal/back, '', /feedback, -", "https://app.example.com/portal/back, '', back, -",
			"https://app.example.com, '', '', -", "'https://app.example.com/a b', '', /b, -",
			"{baseUrl}/login/oauth2/code/platform, /app, /app/login/oauth2/code/platform, platform",
			"{baseUrl}/login/oauth2/code/platform, /app, /login/oauth2/code/platform, -",
			"{baseUrl}/login/oauth2/code/platform, '', /platform, -", "{baseUrl}/back, /app, /app/back, platform",
			"{baseUrl}/portal/back, '', /back, -" })
	void registrationAtWhenRedirectUriThenWhereAProxyMayLeadItTo(String redirectUri, String contextPath, String path,
			@Nullable String registrationId) {
		LoginRegistrationRepository registrations = new LoginRegistrationRepository(
				List.of(this.parts.client("platform", redirectUri)));
		AuthorizationResponseValidator atProxy = new AuthorizationResponseValidator(registrations, this.parts.resolver,
				new LoginEventPublisher(this.parts.clock, this.parts.events::add));
		assertThat(atProxy.registrationAt(contextPath, path)).isEqualTo(registrationId);
	}

	@ParameterizedTest
	@ValueSource(strings = { "state", "code", "error", "iss" })
	void checkWhenParameterIsRepeatedThenRefused(String name) {
		MultiValueMap<String, String> parameters = fromProvider("code=secret-code&state=b&error=c");
		parameters.add(name, parameters.getFirst(name));
		assertThat(refusal(parameters).reason()).contains("names '%s' twice".formatted(name));
	}

	/**
	 * A proxy may have taken the beginning of the path away, or added the context path.
	 */
	@ParameterizedTest
	@CsvSource({ "'', /login/oauth2/code/platform, '', true", "'', /login/oauth2/code/platform, /videos, true",
			"/app, /app/login/oauth2/code/platform, '', true", "/app, /app/login/oauth2/code/platform, /videos, true",
			"'', /login/oauth2/code/other, '', false", "'', /login/oauth2/code/platform-second, '', false",
			"'', /login/oauth2/code/platform/, '', false", "'', /login/oauth2/code/%70latform, '', false",
			"'', platform, '', false", "'', '', '', false", "/app, /app, '', false",
			"/app, /apps/login/oauth2/code/platform, '', false", "/app, /app/other, '', false",
			"/app, /other/login/oauth2/code/platform, '', false" })
	void checkWhenPathIsWhereTheRedirectUriMayLeadThenAccepted(String contextPath, String path, String prefix,
			boolean accepted) {
		LoginRefusal refusal = check(new CallbackRequest(contextPath, path, fromProvider("code=a&state=b")),
				prefix + PATH);
		assertThat(refusal == null).isEqualTo(accepted);
		assertThat(this.parts.published(Level.WARN)).hasSize(accepted ? 0 : 1)
			.allSatisfy((message) -> assertThat(message).contains("redirect URI of another registration"));
	}

	private OAuth2AuthorizationCodeGrantRequest grant(ClientRegistration registration, String code) {
		return new OAuth2AuthorizationCodeGrantRequest(registration, new OAuth2AuthorizationExchange(
				began(registration, PATH),
				OAuth2AuthorizationResponse.success(code).redirectUri("https://app.example.com").state("b").build()));
	}

	@Test
	void checkWhenCodeIsAboutToBeSentWithoutItsRequestThenRefused() {
		OAuth2AuthorizationCodeGrantRequest grant = grant(begin(), "a");
		assertThat(this.responses.check(null, grant)).isNotNull();
		assertThat(this.responses.check(request(PATH, fromProvider("code=another&state=b")), grant)).isNotNull();
		assertThat(this.responses.check(request(PATH, fromProvider("code=a&state=another")), grant)).isNotNull();
	}

	@Test
	void checkWhenCodeOfAnotherProviderCameToOurPathThenRefused() {
		ClientRegistration other = ClientRegistration.withClientRegistration(begin())
			.registrationId("google")
			.scope(Set.of())
			.build();
		assertThat(this.responses.check(request(PATH, parameters("code=a&state=b")), grant(other, "a"))).isNotNull();
		assertThat(this.responses.check(request("/back", parameters("code=a&state=b")), grant(other, "a"))).isNull();
		assertThat(this.responses.check(null, grant(other, "a"))).isNull();
	}

	private @Nullable LoginRefusal received(MultiValueMap<String, String> parameters) {
		return this.responses.received("platform", request(PATH, parameters), began(begin(), PATH))
			.block(LoginParts.PATIENCE);
	}

	@Test
	void receivedWhenProviderDeniesThenCancelledAndOneLineWithoutControlCharacters() {
		MultiValueMap<String, String> parameters = fromProvider("error=access_denied&state=b");
		parameters.set("error_description", "no\r\nWARN forged \u001b[31m");
		LoginRefusal refusal = received(parameters);
		assertThat(refusal).isNotNull();
		assertThat(refusal.title()).contains("cancelled");
		assertThat(this.parts.published(Level.INFO)).last()
			.satisfies((message) -> assertThat(message)
				.startsWith("The provider ended a login at registration 'platform' without a code: access_denied (no")
				.doesNotContain("\r", "\n", "\u001b"));
	}

	@Test
	void receivedWhenErrorComesFromAnotherIssuerThenRefusedAndItsTextIsNotReported() {
		LoginRefusal refusal = received(
				parameters("error=access_denied&error_description=believe+me&state=b&iss=https://attacker.example"));
		assertThat(refusal).isNotNull();
		assertThat(refusal.reason()).contains("RFC 9207");
		assertThat(this.parts.events).noneMatch((event) -> event.message().contains("believe"));
	}

	@Test
	void receivedWhenNoResponseThenLeftAlone() {
		for (String query : List.of("a=b", "state=b", "code=a", "error=a")) {
			assertThat(this.responses.received("platform", request(PATH, parameters(query)), null)
				.blockOptional(LoginParts.PATIENCE)).isEmpty();
		}
		assertThat(this.parts.events).isEmpty();
	}

	@Test
	void checkWhenTheProviderHasChangedSinceThenRefused() {
		ClientRegistration changed = ClientRegistration.withClientRegistration(begin())
			.authorizationUri("https://login.example.com/now")
			.build();
		OAuth2AuthorizationCodeGrantRequest grant = grant(begin(), "a");
		LoginRefusal refusal = this.responses.check(request(PATH, fromProvider("code=a&state=b")),
				new OAuth2AuthorizationCodeGrantRequest(changed, grant.getAuthorizationExchange()));
		assertThat(refusal).isNotNull();
		assertThat(refusal.reason()).contains("provider has changed");
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "unauthorized_client, UNAUTHORIZED_CLIENT", "unsupported_response_type, UNAUTHORIZED_CLIENT",
					"invalid_scope, INVALID_REQUEST", "invalid_request, INVALID_REQUEST", "server_error, STATUS_5XX",
					"temporarily_unavailable, STATUS_5XX", "access_denied, -", "login_required, -",
					"something_else, -" })
	void receivedWhenProviderRefusesThenWarnsWithTheCureUnlessItDependsOnTheUser(String code,
			@Nullable PlatformError error) {
		received(fromProvider("error=" + code + "&state=b"));
		received(fromProvider("error=" + code + "&state=b"));
		Level level = (error != null) ? Level.WARN : Level.INFO;
		assertThat(this.parts.events).filteredOn((event) -> event.message().contains("without a code: " + code))
			.singleElement()
			.satisfies((event) -> {
				assertThat(event.level()).isEqualTo(level);
				assertThat(event.error()).isEqualTo(error);
				assertThat(event.message()).endsWith((error != null) ? ". " + error.getCure() : code);
			});
	}

	@Test
	void receivedWhenStateIsUnknownThenForeignTextIsNotShown() {
		LoginRefusal refusal = this.responses
			.received("platform", request(PATH, parameters("error=x&error_description=believe+me&state=b")), null)
			.block(LoginParts.PATIENCE);
		assertThat(refusal).isNotNull();
		assertThat(refusal.reason()).startsWith("No login under way").doesNotContain("believe");
	}

	@Test
	void failedWhenReportedBeforeThenItsSentenceIsShownAndNotReportedAgain() {
		LoginRefusal refusal = this.responses.failed("platform",
				new OAuth2AuthorizationException(new OAuth2Error("x", "The code is no good.", null)));
		assertThat(this.responses.failed("platform", refusal)).isSameAs(refusal);
		assertThat(refusal.reason()).isEqualTo("The code is no good");
		assertThat(this.parts.events).isEmpty();
	}

}
