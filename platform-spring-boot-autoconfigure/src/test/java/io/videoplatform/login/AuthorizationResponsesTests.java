package io.videoplatform.login;

import java.time.Duration;
import java.util.Map;

import io.videoplatform.PlatformEvent.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What is made of the issuer in authorization responses (RFC 9207).
 */
class AuthorizationResponsesTests {

	private final LoginParts parts = new LoginParts();

	private final AuthorizationResponses responses = new AuthorizationResponses(this.parts.registrations,
			this.parts.clock, this.parts.events::add);

	@AfterEach
	void close() {
		this.parts.close();
	}

	private static MultiValueMap<String, String> parameters(String query) {
		MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
		UriComponentsBuilder.newInstance().query(query).build().getQueryParams().forEach(parameters::addAll);
		return parameters;
	}

	private MultiValueMap<String, String> fromProvider(String query) {
		MultiValueMap<String, String> parameters = parameters(query);
		parameters.set("iss", this.parts.provider.issuer());
		return parameters;
	}

	private String begin() {
		return LoginRegistrations.handle(LoginParts.get(this.parts.registrations.begin(this.parts.client)));
	}

	private @Nullable LoginRefusal check(String handle, MultiValueMap<String, String> parameters) {
		return this.responses.check(handle, parameters).block(LoginParts.PATIENCE);
	}

	private LoginRefusal refusal(MultiValueMap<String, String> parameters) {
		LoginRefusal refusal = check(begin(), parameters);
		assertThat(refusal).isNotNull();
		assertThat(refusal.registrationId()).isEqualTo("platform");
		assertThat(this.parts.told(Level.WARN)).singleElement()
			.satisfies((message) -> assertThat(message)
				.startsWith("A login at client 'platform' was refused, and no code was sent anywhere: ")
				.contains(refusal.reason())
				.doesNotContain("secret-code"));
		return refusal;
	}

	@ParameterizedTest
	@CsvSource({ "state=a&code=b, true", "state=a&error=b, true", "code=b, false", "state=a, false", "a=b, false" })
	void isResponseWhenParametersThenStateAndCodeOrError(String query, boolean response) {
		assertThat(AuthorizationResponses.isResponse(parameters(query))).isEqualTo(response);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "random~platform@0123, platform@0123", "a~b~platform, platform",
			"random~google, -", "random, -", "~, -" })
	void handleWhenStateThenWhatItNamesIfItIsOurs(String state, @Nullable String handle) {
		assertThat(this.responses.handle(parameters("code=a&state=" + state))).isEqualTo(handle);
	}

	@Test
	void handleWhenStateIsMissingThenNothing() {
		assertThat(this.responses.handle(parameters("code=a"))).isNull();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", value = { "plain, platform, platform", "plain, google, -",
			"x~platform-second@1, platform, platform-second@1", "x~platform@1, google, platform@1" })
	void handleWhenSessionKnowsTheRequestThenItNamesWhatTheStateDoesNot(String state, String kept,
			@Nullable String handle) {
		OAuth2AuthorizationRequest began = OAuth2AuthorizationRequest.authorizationCode()
			.authorizationUri("https://login.example.com/auth")
			.clientId("videos")
			.attributes(Map.of("registration_id", kept))
			.build();
		MultiValueMap<String, String> parameters = parameters("code=a&state=" + state);
		assertThat(this.responses.handle(parameters, began)).isEqualTo(handle);
		assertThat(this.responses.handle(parameters, null)).isEqualTo(this.responses.handle(parameters));
	}

	@Test
	void registrationIdWhenHandleThenItsRegistration() {
		assertThat(AuthorizationResponses.registrationId("platform-second@0123")).isEqualTo("platform-second");
	}

	@Test
	void checkWhenIssuerIsTheOneThatTheLoginBeganWithThenAccepted() {
		assertThat(check(begin(), fromProvider("code=a&state=b"))).isNull();
		assertThat(this.parts.told(Level.WARN)).isEmpty();
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
	void checkWhenErrorComesFromAnotherIssuerThenRefusedAndItsTextIsNotTold() {
		refusal(parameters("error=access_denied&error_description=believe+me&state=b&iss=https://attacker.example"));
		assertThat(this.parts.events).noneMatch((event) -> event.message().contains("believe"));
	}

	@Test
	void checkWhenIssuerIsAnnouncedAndMissingThenRefused() {
		assertThat(refusal(parameters("code=secret-code&state=b")).reason()).contains("names no issuer ('iss')");
	}

	@Test
	void checkWhenIssuerIsAnnouncedAndMissingInAnErrorThenRefused() {
		assertThat(refusal(parameters("error=access_denied&state=b")).reason()).contains("names no issuer ('iss')");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void checkWhenIssuerIsNotAnnouncedAndMissingThenAccepted(boolean stated) {
		this.parts.provider.metadata((document) -> {
			document.remove("authorization_response_iss_parameter_supported");
			if (stated) {
				document.put("authorization_response_iss_parameter_supported", false);
			}
		});
		assertThat(check(begin(), parameters("code=a&state=b"))).isNull();
		assertThat(refusal(parameters("code=a&state=b&iss=https://attacker.example"))).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "state", "code", "error", "iss" })
	void checkWhenParameterStandsThereTwiceThenRefused(String name) {
		MultiValueMap<String, String> parameters = fromProvider("code=secret-code&state=b&error=c");
		parameters.add(name, parameters.getFirst(name));
		assertThat(refusal(parameters).reason()).contains("names '%s' twice".formatted(name));
	}

	@Test
	void checkWhenProviderDeniesThenToldInOneLineWithoutControlCharacters() {
		MultiValueMap<String, String> parameters = fromProvider("error=access_denied&state=b");
		parameters.set("error_description", "no\r\nWARN forged \u001b[31m");
		assertThat(check(begin(), parameters)).isNull();
		assertThat(this.parts.told(Level.INFO)).last()
			.satisfies((message) -> assertThat(message)
				.startsWith("The provider ended a login at client 'platform' without a code: access_denied (no")
				.doesNotContain("\r", "\n", "\u001b"));
	}

	@Test
	void checkWhenIssuerIsHostileTextThenOneLine() {
		MultiValueMap<String, String> parameters = parameters("code=secret-code&state=b");
		parameters.set("iss", "https://attacker.example\r\nWARN forged");
		assertThat(refusal(parameters).reason()).doesNotContain("\r", "\n");
	}

	@Test
	void checkWhenDiscoveryHasChangedSinceThenTheIssuerThatTheLoginBeganWithCounts() {
		String handle = begin();
		this.parts.provider
			.metadata((document) -> document.put("token_endpoint", this.parts.provider.issuer() + "/other-token"));
		this.parts.clock.advance(Duration.ofHours(2));
		begin();
		this.parts.provider.stop();
		assertThat(check(handle, fromProvider("code=a&state=b"))).isNull();
	}

	@Test
	void checkWhenRestartedAndProviderIsDownThenUnavailableAndNotRefused() {
		this.parts.provider.stop();
		Throwable thrown = catchThrowable(() -> check("platform@0123456789abcdef", fromProvider("code=a&state=b")));
		assertThat(thrown).isInstanceOf(LoginUnavailableException.class);
		assertThat(this.parts.told(Level.WARN)).noneMatch((message) -> message.contains("was refused"));
	}

	@Test
	void checkWhenRegistrationIsNotOursThenLeftAlone() {
		assertThat(check("google@0123", parameters("code=a&state=b&iss=https://attacker.example"))).isNull();
		assertThat(this.parts.events).isEmpty();
	}

	@Test
	void refusedBySpringWhenReasonIsHostileTextThenOneLine() {
		this.responses.refusedBySpring("platform@0123", "no\nWARN forged");
		assertThat(this.parts.told(Level.WARN)).singleElement()
			.satisfies((message) -> assertThat(message).startsWith("A login at registration 'platform' was refused: no")
				.doesNotContain("\n"));
	}

}
