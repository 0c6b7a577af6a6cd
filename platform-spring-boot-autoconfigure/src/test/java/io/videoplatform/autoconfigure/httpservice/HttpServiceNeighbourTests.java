package io.videoplatform.autoconfigure.httpservice;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

import io.videoplatform.autoconfigure.httpservice.VideoServices.Plain;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Stack;
import io.videoplatform.autoconfigure.httpservice.VideoServices.Videos;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestKeyStores;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.restclient.test.autoconfigure.MockRestServiceServerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.annotation.ClientRegistrationId;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.web.client.support.OAuth2RestClientHttpServiceGroupConfigurer;
import org.springframework.security.oauth2.client.web.reactive.function.client.support.OAuth2WebClientHttpServiceGroupConfigurer;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AccessToken.TokenType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.util.Assert;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.tuple;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.header;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

/**
 * What else configures HTTP interfaces keeps working beside the platform's groups: Boot's
 * properties and customizers, Spring Security's configurers, mock servers; and other
 * groups stay as they are.
 */
class HttpServiceNeighbourTests {

	private final TestPlatform platform = new TestPlatform();

	private final TestServer other = new TestServer();

	private final ApplicationContextRunner runner = configured(VideoServices.application());

	@AfterEach
	void close() {
		this.platform.close();
		this.other.close();
	}

	private ApplicationContextRunner configured(ApplicationContextRunner runner) {
		return runner.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password", "platform.client-id=app", "platform.client-secret=app-secret",
				"platform.clients.jobs.grant-type=client_credentials", "platform.discovery.warm-up=false");
	}

	@ParameterizedTest
	@EnumSource
	void callWhenSecuritysConfigurerAppliesToAllGroupsThenEachHasItsOwnToken(Stack stack) {
		this.platform.server().on("/v1/videos", TestResponse.json("{}"));
		this.other.otherwise((call) -> TestResponse.json("{}"));
		this.runner.withUserConfiguration(stack.configuration(), StockSecurity.class)
			.withPropertyValues("spring.http.serviceclient.github.base-url=" + this.other.url(),
					"spring.http.serviceclient.reactive-github.base-url=" + this.other.url())
			.run((context) -> {
				Videos videos = context.getBean(Videos.class);
				videos.list();
				videos.asJobs();
				videos.asGithub();
				context.getBean(Github.class).list();
				context.getBean(ReactiveGithub.class).list();
				assertThat(this.platform.server().requests("/v1/videos")).extracting(RecordedRequest::authorization)
					.containsExactly("Bearer access-1", "Bearer access-2", "Bearer github-token");
				assertThat(this.other.requests()).extracting(RecordedRequest::authorization)
					.containsExactly("Bearer github-token", "Bearer github-token");
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenGroupsBaseUrlIsForeignThenGoesThereWithoutToken(Stack stack) {
		this.other.otherwise((call) -> TestResponse.json("{}"));
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.base-url=" + this.other.url())
			.run((context) -> {
				context.getBean(Videos.class).list();
				assertThat(this.other.requests()).extracting(RecordedRequest::authorization).containsOnlyNulls();
				assertThat(this.platform.tokenRequests()).isEmpty();
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenGroupHasReadTimeoutThenEndsInTime(Stack stack) {
		this.platform.server().hold("/v1/videos", Mono.never());
		this.runner.withUserConfiguration(stack.configuration())
			.withPropertyValues("spring.http.serviceclient.platform.read-timeout=200ms")
			.run((context) -> assertThatException().isThrownBy(context.getBean(Videos.class)::list)
				.withStackTraceContaining("imeout"));
	}

	/**
	 * The group's bundle, which is also the general one, trusts nobody whom the platform
	 * could be.
	 */
	@ParameterizedTest
	@EnumSource
	void callWhenGroupNamesTheGeneralSslBundleThenItComesBeforeThatOfThePlatform(Stack stack, @TempDir Path folder)
			throws Exception {
		Path own = TestKeyStores.create(folder, "platform", "EC");
		Path other = TestKeyStores.create(folder, "other", "EC");
		try (TestPlatform secured = new TestPlatform(Clock.systemUTC(), own)) {
			ApplicationContextRunner bundles = this.runner
				.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
				.withUserConfiguration(stack.configuration())
				.withPropertyValues("platform.root-url=" + secured.rootUrl(), "platform.ssl.bundle=own",
						"spring.http.clients.ssl.bundle=general",
						"spring.ssl.bundle.jks.own.truststore.location=" + own.toUri(),
						"spring.ssl.bundle.jks.own.truststore.password=" + TestKeyStores.PASSWORD,
						"spring.ssl.bundle.jks.general.truststore.location=" + other.toUri(),
						"spring.ssl.bundle.jks.general.truststore.password=" + TestKeyStores.PASSWORD);
			bundles.run((context) -> context.getBean(Videos.class).list());
			assertThat(secured.calls()).hasSize(1);
			bundles.withPropertyValues("spring.http.serviceclient.platform.ssl.bundle=general")
				.run((context) -> assertThatException().isThrownBy(context.getBean(Videos.class)::list));
			assertThat(secured.calls()).hasSize(1);
		}
	}

	@Test
	void callWhenMockServerIsBoundThenItRespondsToTheAuthorizedRequest() {
		this.runner.withConfiguration(AutoConfigurations.of(MockRestServiceServerAutoConfiguration.class))
			.withUserConfiguration(OneGroup.class)
			.withPropertyValues("spring.test.restclient.mockrestserviceserver.enabled=true")
			.run((context) -> {
				MockRestServiceServer server = context.getBean(MockRestServiceServer.class);
				server.expect(requestTo(this.platform.rootUrl() + "/v1/videos"))
					.andExpect(header(HttpHeaders.AUTHORIZATION, "Bearer access-1"))
					.andRespond(withSuccess());
				assertThat(context.getBean(Plain.class).list().getStatusCode()).isEqualTo(HttpStatus.OK);
				server.verify();
				assertThat(this.platform.calls()).isEmpty();
			});
	}

	@ParameterizedTest
	@EnumSource
	void callWhenGroupIsNotOursThenStaysAsItIs(Stack stack) {
		this.other.on("/list", TestResponse.redirect("/moved"));
		this.other.on("/moved", TestResponse.json("{}"));
		this.runner.withUserConfiguration(stack.configuration(), OtherGroups.class)
			.withPropertyValues("spring.http.serviceclient.platforms.base-url=" + this.other.url())
			.run((context) -> {
				assertThat(context.getBean(Others.class).list()).isEqualTo("{}");
				assertThat(this.other.requests()).extracting(RecordedRequest::path, RecordedRequest::authorization)
					.containsExactly(tuple("/list", null), tuple("/moved", null));
			});
	}

	@ClientRegistrationId("github")
	interface Github {

		@GetExchange("/repositories")
		String list();

	}

	@ClientRegistrationId("github")
	interface ReactiveGithub {

		@GetExchange("/repositories")
		String list();

	}

	interface Others {

		@GetExchange("/list")
		String list();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platform", types = Plain.class)
	static class OneGroup {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platforms", types = Others.class)
	static class OtherGroups {

	}

	/**
	 * Knows the registration {@code github} only, as Spring Security's managers refuse
	 * those that are unknown.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "github", types = Github.class)
	@ImportHttpServices(group = "reactive-github", types = ReactiveGithub.class, clientType = ClientType.WEB_CLIENT)
	static class StockSecurity {

		@Bean
		RestClientHttpServiceGroupConfigurer stockRestClients() {
			return OAuth2RestClientHttpServiceGroupConfigurer
				.from((request) -> authorized(request.getClientRegistrationId()));
		}

		@Bean
		WebClientHttpServiceGroupConfigurer stockWebClients() {
			ReactiveOAuth2AuthorizedClientManager manager = (request) -> Mono
				.fromSupplier(() -> authorized(request.getClientRegistrationId()));
			return OAuth2WebClientHttpServiceGroupConfigurer.from(manager);
		}

		private static OAuth2AuthorizedClient authorized(String registrationId) {
			Assert.isTrue(registrationId.equals("github"),
					() -> "Could not find ClientRegistration with id '%s'".formatted(registrationId));
			ClientRegistration registration = ClientRegistration.withRegistrationId(registrationId)
				.authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
				.clientId("app")
				.tokenUri("https://github.example/token")
				.build();
			return new OAuth2AuthorizedClient(registration, "app", new OAuth2AccessToken(TokenType.BEARER,
					"github-token", Instant.now(), Instant.now().plusSeconds(300)));
		}

	}

}
