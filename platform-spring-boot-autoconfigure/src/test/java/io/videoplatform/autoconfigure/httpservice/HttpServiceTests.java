package io.videoplatform.autoconfigure.httpservice;

import java.util.List;
import java.util.function.Consumer;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Jobs;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Plain;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Stack;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Videos;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * HTTP interfaces of the platform's groups, and whose token their calls carry.
 */
class HttpServiceTests {

	private final TestPlatform platform = new TestPlatform();

	private final TestPlatform other = new TestPlatform();

	private final ApplicationContextRunner runner = VideoServices.application()
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password", "platform.client-id=app", "platform.client-secret=app-secret",
				"platform.clients.jobs.grant-type=client_credentials", "platform.discovery.warm-up=false");

	@AfterEach
	void close() {
		this.platform.close();
		this.other.close();
	}

	private List<String> calls(TestPlatform platform) {
		return platform.calls().stream().map((call) -> call.uri() + " " + call.authorization()).toList();
	}

	private List<String> authorizations() {
		return this.platform.calls().stream().map(RecordedRequest::authorization).toList();
	}

	private void run(Stack stack, Consumer<Videos> test) {
		this.runner.withUserConfiguration(stack.configuration())
			.run((context) -> test.accept(context.getBean(Videos.class)));
	}

	private List<String> grants() {
		return this.platform.tokenRequests().stream().map((form) -> form.get("grant_type")).toList();
	}

	@ParameterizedTest
	@EnumSource
	void callWhenInGroupsOfOursThenCarriesTokenOfTheGroupsClientOrThatOfTheAnnotation(Stack stack) {
		this.runner.withUserConfiguration(stack.configuration()).run((context) -> {
			context.getBean(Videos.class).list();
			context.getBean(Jobs.class).own();
			context.getBean(Videos.class).asJobs();
			context.getBean(Jobs.class).list();
			assertThat(grants()).containsExactly("password", "client_credentials");
			assertThat(calls(this.platform)).containsExactly("/v1/videos Bearer access-1", "/v1/jobs Bearer access-2",
					"/v1/videos Bearer access-2", "/v1/jobs Bearer access-1");
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenAnnotatedClientDoesNotTrustTheOriginThenIsNotSent(Stack stack) {
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("platform.clients.jobs.root-url=" + this.other.rootUrl(),
					"platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=jobs-secret")
			.run((context) -> {
				assertThatExceptionOfType(PlatformAuthorizationException.class)
					.isThrownBy(() -> context.getBean(Videos.class).asJobs())
					.withMessageContaining("'platform.clients.jobs.trusted-origins'");
				assertThat(this.platform.calls()).isEmpty();
				assertThat(this.other.tokenRequests()).isEmpty();
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenAnnotatedClientTrustsTheOriginThenCarriesThatClientsToken(Stack stack) {
		this.platform.server().on("/v1/videos", TestResponse.json("{}"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("platform.clients.jobs.root-url=" + this.other.rootUrl(),
					"platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=jobs-secret",
					"platform.clients.jobs.trusted-origins=" + this.platform.rootUrl())
			.run((context) -> {
				context.getBean(Videos.class).asJobsWith(" ");
				assertThat(this.platform.tokenRequests()).isEmpty();
				assertThat(this.other.tokenRequests()).hasSize(1);
				assertThat(calls(this.platform)).containsExactly("/v1/videos Bearer access-1");
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenAnnotatedWithAForeignRegistrationThenIsNotSent(Stack stack) {
		this.runner.withUserConfiguration(stack.configuration()).run((context) -> {
			assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> context.getBean(Videos.class).asGithub())
				.withMessageContaining("'github'");
			assertThat(this.platform.calls()).isEmpty();
		});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenTokenIsRevokedThenIsRetriedOnce(Stack stack) {
		run(stack, (videos) -> {
			videos.list();
			this.platform.issued().revokeAccessTokens();
			assertThat(videos.add("Intro").getStatusCode()).isEqualTo(HttpStatus.OK);
			assertThat(authorizations()).containsExactly("Bearer access-1", "Bearer access-1", "Bearer access-2");
			assertThat(this.platform.calls()).filteredOn((call) -> call.method().equals("POST"))
				.extracting(RecordedRequest::body)
				.containsExactly("Intro", "Intro");
		});
	}

	@ParameterizedTest
	@CsvSource({ "REST_CLIENT, jdk", "REST_CLIENT, http-components", "REST_CLIENT, simple", "WEB_CLIENT, reactor" })
	void callWhenRedirectedToForeignHostThenCallerSeesTheRedirect(Stack stack, String engine) {
		this.platform.api((call) -> TestResponse.redirect(this.other.rootUrl() + "/stolen"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues(stack.engine() + "=" + engine, "spring.http.clients.redirects=follow",
					"spring.http.serviceclient.platform.redirects=follow")
			.run((context) -> {
				ResponseEntity<String> response = context.getBean(Videos.class).list();
				assertThat(response.getStatusCode()).isEqualTo(HttpStatus.FOUND);
				assertThat(this.other.server().requests()).isEmpty();
			});
	}

	@ParameterizedTest
	@CsvSource({ "REST_CLIENT, follow", "REST_CLIENT, dont-follow", "WEB_CLIENT, follow", "WEB_CLIENT, dont-follow" })
	void callWhenRedirectedWithinTheOriginThenFollowedWithTheTokenUnlessSwitchedOff(Stack stack, String redirects) {
		this.platform.api((call) -> call.path().equals("/v1/videos") ? TestResponse.redirect("/v1/moved")
				: TestResponse.json("{\"moved\":true}"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.redirects=" + redirects)
			.run((context) -> {
				boolean followed = redirects.equals("follow");
				assertThat(context.getBean(Videos.class).list().getStatusCode())
					.isEqualTo(followed ? HttpStatus.OK : HttpStatus.FOUND);
				assertThat(authorizations()).hasSize(followed ? 2 : 1).containsOnly("Bearer access-1");
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenCallerAuthorizesItThenStaysAsItIs(Stack stack) {
		run(stack, (videos) -> {
			assertThatException().isThrownBy(() -> videos.as("Bearer callers-own")).withMessageContaining("401");
			assertThat(authorizations()).containsExactly("Bearer callers-own");
			assertThat(this.platform.tokenRequests()).isEmpty();
		});
	}

	@Test
	void startWhenGroupNamesNoClientThenListsTheClients() {
		this.runner.withUserConfiguration(UnknownGroup.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(PlatformConfigurationException.class)
				.hasMessage("Property 'platform.clients.reports' is not set, but needed by HTTP interfaces of group"
						+ " 'platform-reports': there is 'platform', 'platform-jobs'. Describe the client by properties"
						+ " that begin with 'platform.clients.reports', or name one that there is."));
	}

	@Test
	void startWhenPlatformIsDisabledThenGroupsStayAsTheyAre() {
		this.runner.withUserConfiguration(VideoServices.OnWebClient.class)
			.withPropertyValues("platform.enabled=false",
					"spring.http.serviceclient.platform.base-url=" + this.platform.rootUrl() + "/v1/")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(HttpServiceGroups.class));
	}

	@Test
	void startWhenThereAreNoHttpInterfacesThenNothingIsConfigured() {
		this.runner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(HttpServiceGroups.class));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platform-reports", types = Plain.class, clientType = ClientType.WEB_CLIENT)
	static class UnknownGroup {

	}

}
