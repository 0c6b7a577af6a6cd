package io.videoplatform.internal.login;

import java.time.Duration;

import io.videoplatform.Gates;
import io.videoplatform.PlatformEvent;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * When the provider is asked whether users can log in, and what of its responses counts.
 */
class LoginAcceptanceTests {

	private static final String HERE = "https://app.example.com/login/oauth2/code/platform";

	private static final String FORGED = "https://evil.example/login/oauth2/code/platform";

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private final LoginParts parts = new LoginParts();

	private final LoginAcceptance acceptance = this.parts.client.acceptance();

	private final ClientRegistration registration = LoginParts.get(this.parts.client.begin());

	@AfterEach
	void close() {
		this.parts.close();
	}

	@Test
	void respondedWhenTheProviderSaysTheSameThenOutageUntilALogin() {
		refuse("unauthorized_client");
		this.acceptance.responded(this.registration, HERE, "unauthorized_client");
		TokenOutage outage = awaitOutage("unauthorized_client");
		assertThat(outage.since()).isEqualTo(this.parts.clock.instant());
		assertThat(outage.message()).contains("'%s'".formatted(HERE));
		assertThat(this.parts.published(PlatformEvent.Level.WARN)).singleElement()
			.asString()
			.contains("unauthorized_client");
		this.acceptance.succeeded(HERE);
		assertThat(outage()).isNull();
		assertThat(this.parts.published(PlatformEvent.Level.INFO)).last()
			.asString()
			.contains("Users can log in at client 'platform' again");
	}

	@Test
	void begunWhenFirstLoginThenClientIdAndRedirectUriAreReportedOnce() {
		this.acceptance.begun(this.registration, HERE);
		this.acceptance.begun(this.registration, HERE);
		assertThat(this.parts.published(PlatformEvent.Level.INFO))
			.filteredOn((message) -> message.startsWith("The first login"))
			.singleElement()
			.asString()
			.contains("'%s'".formatted(this.registration.getClientId()), "'%s'".formatted(HERE));
	}

	@Test
	void respondedWhenErrorIsForgedThenNoOutage() {
		this.acceptance.responded(this.registration, HERE, "unauthorized_client");
		awaitResult("accepts authorization requests");
		assertThat(outage()).isNull();
		assertThat(this.parts.published(PlatformEvent.Level.WARN)).isEmpty();
		assertThatOnlyTheNextRefusalCounts();
	}

	@Test
	void respondedWhenRedirectUriIsForgedAfterALoginThenNothingIsReported() {
		this.acceptance.succeeded(HERE);
		this.parts.provider.server()
			.on("/auth", (request) -> request.parameter("redirect_uri").equals(HERE)
					? TestResponse.redirect(HERE + "?error=login_required") : TestResponse.status(400));
		this.acceptance.responded(this.registration, FORGED, "unauthorized_client");
		awaitResult("accepts authorization requests");
		assertThat(this.parts.provider.tokenRequests()).isEmpty();
		assertThat(this.parts.published(PlatformEvent.Level.WARN)).isEmpty();
		assertThatOnlyTheNextRefusalCounts();
	}

	@Test
	void respondedWhenErrorsFollowThenAskedOnceAMinute() {
		refuse("unauthorized_client");
		for (int i = 0; i < 20; i++) {
			this.acceptance.responded(this.registration, HERE, "unauthorized_client");
		}
		awaitOutage("unauthorized_client");
		assertThat(checks()).isOne();
		this.parts.clock.advance(MINUTE);
		this.acceptance.responded(this.registration, HERE, "unauthorized_client");
		awaitChecks(2);
	}

	@Test
	void begunWhenRefusalHasEndedThenOutageEndsWithoutALogin() {
		refuse("unauthorized_client");
		this.acceptance.responded(this.registration, HERE, "unauthorized_client");
		awaitOutage("unauthorized_client");
		this.parts.provider.repair();
		this.parts.clock.advance(MINUTE);
		this.acceptance.begun(this.registration, HERE);
		await().atMost(LoginParts.PATIENCE).untilAsserted(() -> assertThat(outage()).isNull());
	}

	@Test
	void begunWhenNoResponseComesAndTheClientIsUnknownThenOutage() {
		this.parts.provider.fail("/auth", 400);
		this.parts.provider.tokenEndpoint().always((form) -> TestResponse.error(401, "invalid_client"));
		this.acceptance.begun(this.registration, HERE);
		this.parts.clock.advance(MINUTE.minusSeconds(1));
		this.acceptance.begun(this.registration, HERE);
		assertThat(checks()).isZero();
		this.parts.clock.advance(Duration.ofSeconds(1));
		this.acceptance.begun(this.registration, HERE);
		assertThat(awaitOutage("invalid_client").message()).contains("/token");
		assertThat(this.parts.provider.tokenRequests()).singleElement()
			.satisfies((form) -> assertThat(form).containsEntry("grant_type", "authorization_code"));
	}

	@Test
	void begunWhenTokenEndpointDoesNotRecognizeTheRequestThenRedirectUriIsReported() {
		this.parts.provider.fail("/auth", 400);
		this.parts.provider.tokenEndpoint().always((form) -> TestResponse.error(400, "invalid_request"));
		this.acceptance.succeeded(HERE);
		begunWithoutResponse(HERE);
		awaitOutage("redirect_uri");
	}

	@Test
	void begunWhenTokenEndpointIsDownThenNothingIsKnown() {
		this.parts.provider.fail("/auth", 400);
		this.parts.provider.fail("/token", 503);
		begunWithoutResponse(HERE);
		awaitResult("503");
		assertThat(outage()).isNull();
		assertThat(this.parts.published(PlatformEvent.Level.WARN)).isEmpty();
	}

	@Test
	void begunWhenRedirectUriIsRefusedAndAnyoneMayHaveSentItThenReportedAndNoOutage() {
		this.parts.provider.fail("/auth", 400);
		begunWithoutResponse(FORGED);
		await().atMost(LoginParts.PATIENCE)
			.untilAsserted(() -> assertThat(this.parts.published(PlatformEvent.Level.WARN)).singleElement()
				.asString()
				.contains("'%s'".formatted(FORGED), "status 400"));
		assertThat(outage()).isNull();
		assertThat(this.acceptance.redirectUri()).isEqualTo(FORGED);
	}

	@Test
	void begunWhenRedirectUriHasLedToALoginThenItIsAskedFor() {
		this.acceptance.succeeded(HERE);
		this.parts.provider.fail("/auth", 400);
		begunWithoutResponse(FORGED);
		assertThat(awaitOutage("redirect_uri").message()).contains(HERE).doesNotContain(FORGED);
		assertThat(this.acceptance.redirectUri()).isEqualTo(HERE);
	}

	@Test
	void begunWhenRedirectUriIsConfiguredThenItIsAskedFor() {
		LoginClient client = this.parts.client("third", HERE);
		assertThat(client.acceptance().redirectUri()).isEqualTo(HERE);
		assertThat(this.acceptance.redirectUri()).isNull();
		this.parts.provider.fail("/auth", 400);
		begunWithoutResponse(client.acceptance(), FORGED);
		await().atMost(LoginParts.PATIENCE)
			.untilAsserted(() -> assertThat(client.tokens().outage().current()).isNotNull());
	}

	@Test
	void begunWhenTheProviderShowsAPageThenNothingIsKnown() {
		this.parts.provider.server().on("/auth", TestResponse.of(200, "<html>", "Content-Type: text/html"));
		begunWithoutResponse(HERE);
		awaitResult("does not tell");
		assertThat(outage()).isNull();
		assertThatOnlyTheNextRefusalCounts();
	}

	/**
	 * The one before would have begun the outage, or would have been reported first.
	 */
	private void assertThatOnlyTheNextRefusalCounts() {
		this.parts.clock.advance(MINUTE);
		refuse("invalid_scope");
		this.acceptance.responded(this.registration, HERE, "invalid_scope");
		assertThat(awaitOutage("invalid_request").since()).isEqualTo(this.parts.clock.instant());
		assertThat(this.parts.published(PlatformEvent.Level.WARN)).singleElement().asString().contains("invalid_scope");
	}

	private void begunWithoutResponse(String redirectUri) {
		begunWithoutResponse(this.acceptance, redirectUri);
	}

	private void begunWithoutResponse(LoginAcceptance acceptance, String redirectUri) {
		acceptance.begun(this.registration, redirectUri);
		this.parts.clock.advance(MINUTE);
		acceptance.begun(this.registration, redirectUri);
	}

	private void refuse(String error) {
		this.parts.provider.server()
			.on("/auth", (request) -> TestResponse.redirect(request.parameter("redirect_uri") + "?error=" + error));
	}

	private @Nullable TokenOutage outage() {
		return this.parts.client.tokens().outage().current();
	}

	/**
	 * Wait for an outage and for its report, which comes later.
	 */
	private TokenOutage awaitOutage(String code) {
		Gates.until(() -> !this.parts.published(PlatformEvent.Level.WARN).isEmpty());
		return await().atMost(LoginParts.PATIENCE)
			.until(this::outage, (outage) -> outage != null && outage.errorType().equals(code));
	}

	private int checks() {
		return this.parts.provider.requests("/auth").size();
	}

	private void awaitResult(String message) {
		await().atMost(LoginParts.PATIENCE)
			.untilAsserted(
					() -> assertThat(this.parts.published(PlatformEvent.Level.DEBUG)).asString().contains(message));
	}

	private void awaitChecks(int number) {
		this.parts.provider.server().awaitRequests("/auth", number);
	}

}
