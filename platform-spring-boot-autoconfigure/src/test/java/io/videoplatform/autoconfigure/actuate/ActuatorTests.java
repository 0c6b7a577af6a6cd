package io.videoplatform.autoconfigure.actuate;

import java.net.http.HttpResponse;
import java.time.Duration;

import io.videoplatform.autoconfigure.RunningApplication;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the actuator of a running application on either web stack shows of the platform.
 */
class ActuatorTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private RunningApplication run(WebApplicationType type) {
		return new RunningApplication(type, this.clock, RunningApplication.WITHOUT_SECURITY,
				"platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=canary-secret",
				"platform.grant-type=client_credentials", "platform.clients.jobs.client-id=jobs",
				"platform.clients.jobs.client-secret=canary-secret-of-jobs",
				"platform.clients.jobs.grant-type=client_credentials", "platform.clients.ci.client-id=ci",
				"platform.clients.ci.grant-type=client_credentials",
				"platform.clients.ci.client-secret-location=base64:Y2FuYXJ5", "PLATFORM_CLIENT_SECRET=canary-secret",
				"my.variable=the canary-secret itself", "platform.clients.ops.client-id=ops",
				"platform.clients.ops.grant-type=client_credentials",
				"platform.clients.ops.client-secret=${other.variable}", "other.variable=a-canary-by-reference",
				"platform.token-request.parameters.ticket=canary-secret", "management.endpoint.env.show-values=always",
				"management.endpoint.configprops.show-values=always", "management.endpoints.web.exposure.include=*",
				"management.endpoint.health.show-details=always", "management.endpoint.health.show-components=always");
	}

	private static void call(RunningApplication application) {
		application.context()
			.getBean(PlatformClients.class)
			.get(PlatformClients.DEFAULT)
			.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody())
			.onErrorComplete()
			.block(PATIENCE);
	}

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void actuatorWhenAskedThenChecksAndShowsClientsAndNoSecret(WebApplicationType type) {
		try (RunningApplication application = run(type)) {
			checkReportsEachRuleAndChangesNothing(application);
			this.platform.repair();
			endpointsShowClientsAndNoSecret(application);
			this.clock.advance(Duration.ofMinutes(10));
			healthNamesAWrongSecret(application);
		}
	}

	private void checkReportsEachRuleAndChangesNothing(RunningApplication application) {
		HttpResponse<String> passed = application.ask("POST", "/actuator/platform/platform");
		assertThat(passed.statusCode()).isEqualTo(200);
		assertThat(passed.body()).contains("\"verdict\":\"PASSED\"", "\"rule\":\"WEBFINGER\"",
				"\"specification\":\"RFC 7033, section 4\"", "\"rule\":\"TOKEN_REQUEST\"");
		this.platform.tokenEndpoint().always((form) -> TestResponse.error(401, "invalid_client"));
		HttpResponse<String> failed = application.ask("POST", "/actuator/platform/platform");
		assertThat(failed.statusCode()).isEqualTo(200);
		assertThat(failed.body()).contains("\"verdict\":\"FAILED\"", "\"code\":\"invalid_client\"",
				"platform.client-secret");
		assertThat(passed.body() + failed.body()).doesNotContain("canary-secret")
			.doesNotContainPattern("(?:access|refresh)-\\d");
		assertThat(application.ask("POST", "/actuator/platform/none").statusCode()).isEqualTo(400);
		assertThat(application.get("/actuator/platform/platform").body()).contains("\"state\":\"unused\"",
				"\"calls\":0");
	}

	private void endpointsShowClientsAndNoSecret(RunningApplication application) {
		call(application);
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(application.get("/actuator/platform").body()).contains("\"platform\":{\"state\":\"serving\"",
				"\"document\":\"webfinger\"", this.platform.issuer());
		assertThat(application.get("/actuator/platform/platform").body()).contains("\"calls\":1")
			.containsPattern("\"document\":\"webfinger\"[^}]*\"lastOutcome\":\"success\"")
			.containsPattern("\"token\":\\{\"state\"[^}]*\"lastOutcome\":\"success\"");
		assertThat(application.get("/actuator/platform/none").statusCode()).isEqualTo(404);
		HttpResponse<String> discovered = application.ask("DELETE", "/actuator/platform/platform");
		assertThat(discovered.statusCode()).isEqualTo(200);
		assertThat(application.ask("DELETE", "/actuator/platform/none").statusCode()).isEqualTo(400);
		assertThat(discovered.body()).contains("\"requests\":2");
		assertThat(application.get("/actuator/health/platform/clients/platform").body()).contains("\"status\":\"UP\"",
				"\"token\":\"fresh\"");
		assertThat(application.get("/actuator/health/liveness").body()).doesNotContain("platform");
		assertThat(application.get("/actuator/metrics").body()).contains("platform.token.flight",
				"platform.token.request", "platform.discovery", "platform.token.expiry");
		assertThat(application.get("/actuator/env").body()).contains(this.platform.rootUrl());
		assertThat(application.get("/actuator/configprops").body()).contains(this.platform.rootUrl());
		for (String endpoint : new String[] { "platform", "health", "env", "configprops", "metrics", "beans" }) {
			assertThat(application.get("/actuator/" + endpoint).body()).as(endpoint)
				.isNotEmpty()
				.doesNotContain("canary-secret", "canary-by-reference", "Y2FuYXJ5")
				.doesNotContainPattern("(?:access|refresh)-\\d");
		}
	}

	private void healthNamesAWrongSecret(RunningApplication application) {
		this.platform.tokenEndpoint().always((form) -> TestResponse.error(401, "invalid_client"));
		call(application);
		HttpResponse<String> health = application.get("/actuator/health/platform");
		assertThat(health.statusCode()).isEqualTo(503);
		assertThat(health.body()).contains("\"status\":\"DOWN\"", "\"what\":\"token\"", "\"cause\":\"invalid_client\"",
				"\"since\":\"2");
		assertThat(application.get("/actuator/platform/platform").body())
			.containsPattern("\"document\":\"webfinger\"[^}]*\"lastOutcome\":\"success\"")
			.containsPattern("\"token\":\\{[^}]*\"lastOutcome\":\"invalid_client\",\"nextAttempt\":\"2");
	}

}
