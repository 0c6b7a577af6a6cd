package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What is made of the parameters and the path of authorization responses (RFC 9207, RFC
 * 9700).
 */
class AuthorizationResponseValidatorTests {

	private static final String PATH = "/login/oauth2/code/platform";

	private final LoginParts parts = new LoginParts();

	private final AuthorizationResponseValidator responses = new AuthorizationResponseValidator(
			this.parts.registrations, new LoginEventPublisher(this.parts.clock, this.parts.events::add));

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
		return new CallbackRequest("", path, false, parameters);
	}

	private MultiValueMap<String, String> fromProvider(String query) {
		MultiValueMap<String, String> parameters = parameters(query);
		parameters.set("iss", this.parts.provider.issuer());
		return parameters;
	}

	private ClientRegistration begin() {
		return LoginParts.get(this.parts.registrations.begin(this.parts.client));
	}

	private static OAuth2AuthorizationRequest began(String registrationId, String path) {
		return OAuth2AuthorizationRequest.authorizationCode()
			.authorizationUri("https://login.example.com/auth")
			.clientId("videos")
			.state("b")
			.redirectUri("https://app.example.com" + path)
			.attributes(Map.of("registration_id", registrationId))
			.build();
	}

	private @Nullable LoginRefusal check(CallbackRequest request, @Nullable OAuth2AuthorizationRequest began) {
		return this.responses.check(request, began).block(LoginParts.PATIENCE);
	}

	private @Nullable LoginRefusal check(MultiValueMap<String, String> parameters) {
		return check(request(PATH, parameters), began(RegistrationHandle.of(begin()).toString(), PATH));
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
	@CsvSource({ "state=a&code=b, true", "state=a&error=b, true", "code=b, false", "state=a, false", "a=b, false" })
	void isResponseWhenParametersThenStateAndCodeOrError(String query, boolean response) {
		assertThat(request(PATH, parameters(query)).isResponse()).isEqualTo(response);
	}

	@ParameterizedTest
	@CsvSource({ "/login?error, true", "https://app.example/login?a=b&error=c, true", "/login?errors=1, false",
			"/error, false", "/videos?about=errors, false" })
	void redirectWhenItHasTheParameterErrorThenLeadsToError(String location, boolean error) {
		assertThat(CallbackRequest.leadsToError(location)).isEqualTo(error);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-",
			value = { "random~platform@0123, /any, platform", "a~b~platform, /any, platform", "random~google, /any, -",
					"random, /any, -", "random, /login/oauth2/code/platform-second, platform-second",
					"random~google, /login/oauth2/code/platform, platform" })
	void registrationIdWhenSessionKnowsNothingThenByStateOrPath(String state, String path,
			@Nullable String registrationId) {
		assertThat(this.responses.registrationId(request(path, parameters("code=a&state=" + state)), null))
			.isEqualTo(registrationId);
	}

	@Test
	void registrationIdWhenSessionKnowsTheRequestThenItCounts() {
		CallbackRequest request = request("/any", parameters("code=a&state=b"));
		assertThat(this.responses.registrationId(request, began("platform-second@1", PATH)))
			.isEqualTo("platform-second");
		assertThat(this.responses.registrationId(request, began("google", PATH))).isNull();
	}

	@Test
	void registrationAtWhenApplicationHasContextPathThenBelowIt() {
		assertThat(this.responses.registrationAt("/app", "/app" + PATH)).isEqualTo("platform");
		assertThat(this.responses.registrationAt("/app", PATH)).isNull();
		assertThat(this.responses.registrationAt("", "/platform")).isNull();
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
			"{baseUrl}/back, /app, /app/back, platform", "{baseUrl}/portal/back, '', /back, -" })
	void registrationAtWhenRedirectUriThenWhereAProxyMayLeadItTo(String redirectUri, String contextPath, String path,
			@Nullable String registrationId) {
		LoginRegistrationRepository registrations = new LoginRegistrationRepository(
				List.of(this.parts.client("platform", redirectUri)));
		AuthorizationResponseValidator atProxy = new AuthorizationResponseValidator(registrations,
				new LoginEventPublisher(this.parts.clock, this.parts.events::add));
		assertThat(atProxy.registrationAt(contextPath, path)).isEqualTo(registrationId);
	}

	@Test
	void checkWhenProxyTakesPrefixOfAbsoluteRedirectUriAwayThenFormAndOtherProvidersAreRefused() {
		LoginRegistrationRepository registrations = new LoginRegistrationRepository(
				List.of(this.parts.client("platform", "https://app.example.com/portal" + PATH)));
		AuthorizationResponseValidator atProxy = new AuthorizationResponseValidator(registrations,
				new LoginEventPublisher(this.parts.clock, this.parts.events::add));
		CallbackRequest form = new CallbackRequest("", PATH, true, parameters("code=a&state=b"));
		assertThat(atProxy.check(form, (OAuth2AuthorizationRequest) null).block(LoginParts.PATIENCE)).isNotNull();
		CallbackRequest request = request(PATH, parameters("code=a&state=b"));
		assertThat(atProxy.check(request, began("google", PATH)).block(LoginParts.PATIENCE)).isNotNull();
	}

	@Test
	void checkWhenIssuerIsTheOneThatTheLoginBeganWithThenAccepted() {
		assertThat(check(fromProvider("code=a&state=b"))).isNull();
		assertThat(this.parts.published(Level.WARN)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://attacker.example", "%s/", "%S", "" })
	void checkWhenAnotherIssuerThenRefused(String issuer) {
		MultiValueMap<String, String> parameters = parameters("code=secret-code&state=b");
		parameters.set("iss", issuer.formatted(this.parts.provider.issuer()));
		LoginRefusal refusal = refusal(parameters);
		assertThat(refusal.reason()).contains("'" + parameters.getFirst("iss") + "'",
				"'" + this.parts.provider.issuer() + "'");
	}

	@Test
	void checkWhenNoLoginBeganThenTheIssuerOfTheResponseIsReportedAndNotShown() {
		String handle = RegistrationHandle.of(LoginParts.get(this.parts.registrations.begin(this.parts.client)))
			.toString();
		for (String text : List.of("Your account is blocked, call 555", "https://attacker.example")) {
			MultiValueMap<String, String> parameters = parameters("code=a");
			parameters.set("state", "x~" + handle);
			parameters.set("iss", text);
			LoginRefusal refusal = check(request(PATH, parameters), null);
			assertThat(refusal).isNotNull();
			assertThat(refusal.reason()).contains("another issuer").doesNotContain(text);
			assertThat(this.parts.published(Level.WARN)).last().asString().contains("'" + text + "'");
			this.parts.clock.advance(Duration.ofMinutes(1));
		}
	}

	@Test
	void checkWhenErrorComesFromAnotherIssuerThenRefusedAndItsTextIsNotReported() {
		refusal(parameters("error=access_denied&error_description=believe+me&state=b&iss=https://attacker.example"));
		assertThat(this.parts.events).noneMatch((event) -> event.message().contains("believe"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "code=secret-code&state=b", "error=access_denied&state=b" })
	void checkWhenIssuerIsAnnouncedAndMissingThenRefused(String query) {
		assertThat(refusal(parameters(query)).reason()).contains("names no issuer ('iss')");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void checkWhenIssuerIsNotAnnouncedAndMissingThenAccepted(boolean stated) {
		this.parts.provider.documents().metadata((document) -> {
			document.remove("authorization_response_iss_parameter_supported");
			if (stated) {
				document.put("authorization_response_iss_parameter_supported", false);
			}
		});
		assertThat(check(parameters("code=a&state=b"))).isNull();
		assertThat(refusal(parameters("code=a&state=b&iss=https://attacker.example"))).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "state", "code", "error", "iss" })
	void checkWhenParameterIsRepeatedThenRefused(String name) {
		MultiValueMap<String, String> parameters = fromProvider("code=secret-code&state=b&error=c");
		parameters.add(name, parameters.getFirst(name));
		assertThat(refusal(parameters).reason()).contains("names '%s' twice".formatted(name));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/login/oauth2/code/other", "/login/oauth2/code/platform-second",
			"/login/oauth2/code/platform/", "/login/oauth2/code/%70latform", "platform", "" })
	void checkWhenPathIsNotOfTheRedirectUriThenRefused(String path) {
		LoginRefusal refusal = check(request(path, fromProvider("code=a&state=b")),
				began(RegistrationHandle.of(begin()).toString(), PATH));
		assertThat(refusal).isNotNull();
		assertThat(refusal.reason()).contains("redirect URI of another registration");
	}

	@Test
	void checkWhenProxyTookTheBeginningOfThePathAwayThenAccepted() {
		assertThat(check(request(PATH, fromProvider("code=a&state=b")),
				began(RegistrationHandle.of(begin()).toString(), "/videos" + PATH)))
			.isNull();
	}

	@Test
	void checkWhenProxyAddedTheContextPathThenAccepted() {
		CallbackRequest request = new CallbackRequest("/app", "/app" + PATH, false, fromProvider("code=a&state=b"));
		assertThat(check(request, began(RegistrationHandle.of(begin()).toString(), PATH))).isNull();
		assertThat(check(request, began(RegistrationHandle.of(begin()).toString(), "/videos" + PATH))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/app", "/apps" + PATH, "/app/other", "/other" + PATH })
	void checkWhenPathInsideTheApplicationIsNotOfTheRedirectUriThenRefused(String path) {
		CallbackRequest request = new CallbackRequest("/app", path, false, fromProvider("code=a&state=b"));
		assertThat(check(request, began(RegistrationHandle.of(begin()).toString(), PATH))).isNotNull();
	}

	@Test
	void checkWhenLoginAtAnotherProviderComesBackToOurPathThenRefused() {
		LoginRefusal refusal = check(request(PATH, parameters("code=a&state=b")), began("google", PATH));
		assertThat(refusal).isNotNull();
		assertThat(check(request("/login/oauth2/code/google", parameters("code=a&state=b")),
				began("google", "/login/oauth2/code/google")))
			.isNull();
	}

	@Test
	void checkWhenResponseComesByFormThenRefused() {
		LoginRefusal refusal = check(new CallbackRequest("", PATH, true, parameters("code=a&state=b")), null);
		assertThat(refusal).isNotNull();
		assertThat(refusal.reason()).contains("form_post");
		assertThat(check(new CallbackRequest("", PATH, true, parameters("error=a&state=b")), null)).isNotNull();
		assertThat(check(new CallbackRequest("", "/another", true, parameters("code=a&state=b")), null)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "name=ann", "state=b", "code=a", "error=a" })
	void checkWhenFormIsNoResponseThenLeftAlone(String form) {
		assertThat(check(new CallbackRequest("", PATH, true, parameters(form)), null)).isNull();
	}

	@Test
	void checkWhenIssuerIsHostileTextThenOneLine() {
		MultiValueMap<String, String> parameters = parameters("code=secret-code&state=b");
		parameters.set("iss", "https://attacker.example\r\nWARN forged");
		assertThat(refusal(parameters).reason()).doesNotContain("\r", "\n");
	}

	@Test
	void checkWhenDiscoveryHasChangedSinceThenTheIssuerThatTheLoginBeganWithCounts() {
		String handle = RegistrationHandle.of(begin()).toString();
		this.parts.provider.documents()
			.metadata((document) -> document.put("token_endpoint", this.parts.provider.issuer() + "/other-token"));
		this.parts.clock.advance(Duration.ofHours(2));
		begin();
		this.parts.provider.stop();
		assertThat(check(request(PATH, fromProvider("code=a&state=b")), began(handle, PATH))).isNull();
	}

	@Test
	void checkWhenRestartedAndProviderIsDownThenUnavailableAndNotRefused() {
		this.parts.provider.stop();
		Throwable thrown = catchThrowable(
				() -> check(request(PATH, fromProvider("code=a&state=b")), began("platform@0123456789abcdef", PATH)));
		assertThat(thrown).isInstanceOf(LoginUnavailableException.class);
		assertThat(this.parts.published(Level.WARN)).noneMatch((message) -> message.contains("no code was sent"));
	}

	@Test
	void checkWhenRegistrationIsNotOursThenLeftAlone() {
		assertThat(check(request("/login/oauth2/code/google",
				parameters("code=a&state=x~google@0123&iss=https://attacker.example")), null))
			.isNull();
		assertThat(this.parts.events).isEmpty();
	}

	private OAuth2AuthorizationCodeGrantRequest grant(ClientRegistration registration, String code) {
		return new OAuth2AuthorizationCodeGrantRequest(registration, new OAuth2AuthorizationExchange(
				began(RegistrationHandle.of(registration).toString(), PATH),
				OAuth2AuthorizationResponse.success(code).redirectUri("https://app.example.com").state("b").build()));
	}

	@Test
	void checkWhenCodeIsAboutToBeSentThenByTheRequestThatBroughtIt() {
		OAuth2AuthorizationCodeGrantRequest grant = grant(begin(), "a");
		assertThat(this.responses.check(request(PATH, fromProvider("code=a&state=b")), grant)).isNull();
		assertThat(
				this.responses.check(request(PATH, parameters("code=a&state=b&iss=https://attacker.example")), grant))
			.isNotNull();
		assertThat(this.responses.check(request("/other", fromProvider("code=a&state=b")), grant)).isNotNull();
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

	@Test
	void failedWhenProviderDeniesThenCancelledAndOneLineWithoutControlCharacters() {
		MultiValueMap<String, String> parameters = fromProvider("error=access_denied&state=b");
		parameters.set("error_description", "no\r\nWARN forged \u001b[31m");
		LoginRefusal refusal = this.responses.failed("platform", request(PATH, parameters), true, null, null);
		assertThat(refusal.title()).contains("cancelled");
		assertThat(this.parts.published(Level.INFO)).last()
			.satisfies((message) -> assertThat(message)
				.startsWith("The provider ended a login at registration 'platform' without a code: access_denied (no")
				.doesNotContain("\r", "\n", "\u001b"));
	}

	@ParameterizedTest
	@CsvSource({ "unauthorized_client, UNAUTHORIZED_CLIENT", "unsupported_response_type, UNSUPPORTED_GRANT_TYPE",
			"invalid_scope, INVALID_SCOPE", "invalid_request, INVALID_REQUEST", "server_error, SERVER_ERROR",
			"temporarily_unavailable, TEMPORARILY_UNAVAILABLE" })
	void failedWhenProviderRefusesTheClientThenWarnsWithTheCure(String code, PlatformError error) {
		MultiValueMap<String, String> parameters = fromProvider("error=" + code + "&state=b");
		for (int i = 0; i < 3; i++) {
			this.responses.failed("platform", request(PATH, parameters), true, null, null);
		}
		assertThat(this.parts.events).singleElement().satisfies((event) -> {
			assertThat(event.level()).isEqualTo(Level.WARN);
			assertThat(event.error()).isEqualTo(error);
			assertThat(event.message())
				.startsWith("The provider ended a login at registration 'platform' without a code: " + code)
				.endsWith(". " + error.getCure());
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "access_denied", "login_required", "consent_required", "something_else", "404" })
	void failedWhenItDependsOnTheUserThenNoWarning(String code) {
		this.responses.failed("platform", request(PATH, fromProvider("error=" + code + "&state=b")), true, null, null);
		assertThat(this.parts.published(Level.WARN)).isEmpty();
		assertThat(this.parts.published(Level.INFO)).last().asString().contains(code);
	}

	@Test
	void failedWhenStateIsUnknownThenForeignTextIsNotShown() {
		LoginRefusal refusal = this.responses.failed("platform",
				request(PATH, parameters("error=x&error_description=believe+me&state=b")), false, null, null);
		assertThat(refusal.reason()).startsWith("No login under way").doesNotContain("believe");
	}

	@Test
	void failedWhenReportedBeforeThenItsSentenceIsShownAndNotReportedAgain() {
		LoginRefusal refusal = this.responses.failed("platform", request(PATH, parameters("code=a&state=b")), true,
				new OAuth2AuthorizationException(new OAuth2Error("x", "The code is no good.", null)), "[x] again");
		assertThat(refusal.reason()).isEqualTo("The code is no good");
		assertThat(this.parts.events).isEmpty();
	}

	@Test
	void failedWhenReasonIsHostileTextThenOneLine() {
		this.responses.failed("platform", request(PATH, parameters("code=a&state=b")), true, null, "no\nWARN forged");
		assertThat(this.parts.published(Level.WARN)).singleElement()
			.satisfies((message) -> assertThat(message).startsWith("A login at registration 'platform' ended: no")
				.doesNotContain("\n"));
	}

	@Test
	void failedWhenAThousandTimesThenReportedOnceAMinuteWithACount() {
		for (int i = 0; i < 1_000; i++) {
			this.responses.failed("platform", request(PATH, parameters("code=a&state=" + i)), false, null, null);
		}
		assertThat(this.parts.events).hasSize(1);
		this.parts.clock.advance(Duration.ofMinutes(1));
		this.responses.failed("platform", request(PATH, parameters("code=a&state=b")), false, null, null);
		assertThat(this.parts.published(Level.WARN)).hasSize(2)
			.last()
			.asString()
			.endsWith(" (999 more like this since the last report). " + PlatformError.LOGIN.getCure());
	}

}
