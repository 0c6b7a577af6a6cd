package io.videoplatform.it.boot;

import java.net.InetAddress;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.test.MockPlatform;
import io.videoplatform.test.MockPlatformExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The filter of addresses, for which Spring Boot 4.0 has no setting.
 */
@ExtendWith(MockPlatformExtension.class)
class AddressFilterTests {

	@Test
	void callWhenCustomersHostResolvesToThisMachineThenNotConnected(MockPlatform platform) throws Exception {
		String rootUrl = rootUrl(platform, InetAddress.getLocalHost().getHostName());
		try (ConfigurableApplicationContext context = start(platform, "platform.plain-http-origins=" + rootUrl,
				"platform.issuer=" + platform.issuer(), "spring.http.clients.imperative.factory=reactor")) {
			PlatformClient client = context.getBean(PlatformClients.class).forRoot(rootUrl);
			assertThatException().isThrownBy(client::token).havingRootCause().withMessageContaining("filtered");
			assertThatException()
				.isThrownBy(() -> client.webClient()
					.get()
					.uri("videos")
					.header("Authorization", "own")
					.retrieve()
					.toBodilessEntity()
					.block())
				.havingRootCause()
				.withMessageContaining("filtered");
			assertThatException()
				.isThrownBy(() -> client.restClient()
					.get()
					.uri("videos")
					.header("Authorization", "own")
					.retrieve()
					.toBodilessEntity())
				.havingRootCause()
				.withMessageContaining("filtered");
		}
		assertThat(platform.apiRequests()).isEmpty();
	}

	@Test
	void startWhenHttpClientCannotFilterThenRefusedUnlessSwitchedOff(MockPlatform platform) {
		String jdk = "spring.http.clients.reactive.connector=jdk";
		assertThatException().isThrownBy(() -> start(platform, jdk))
			.satisfies((ex) -> assertThat(NestedExceptionUtils.getMostSpecificCause(ex))
				.isInstanceOf(PlatformConfigurationException.class)
				.hasMessage("Property 'platform.discovery.address-filter' would have no effect: with Spring Boot 4.0,"
						+ " this HTTP client does not filter the addresses of hosts. Use Spring Boot 4.1, or Reactor"
						+ " Netty, or set the property to 'off'."));
		platform.stub("videos", "[\"Intro\"]");
		try (ConfigurableApplicationContext context = start(platform, jdk, "platform.discovery.address-filter=off")) {
			assertThat(context.getBean(VideoApplication.Videos.class).list()).contains("Intro");
			assertThatExceptionOfType(PlatformConfigurationException.class)
				.isThrownBy(() -> context.getBean(PlatformClients.class).forRoot("https://customer.example"))
				.withMessageContaining("'spring.http.clients.reactive.connector'");
		}
	}

	@Test
	void forRootWhenRequestFactoryCannotFilterThenRefused(MockPlatform platform) {
		try (ConfigurableApplicationContext context = start(platform, "spring.http.clients.imperative.factory=jdk")) {
			PlatformClient client = context.getBean(PlatformClients.class).forRoot("https://customer.example");
			assertThatExceptionOfType(PlatformConfigurationException.class).isThrownBy(client::restClient)
				.withMessageContaining("'platform.roots.nearest-address'");
		}
	}

	/**
	 * The proxy resolves names, except those of this machine.
	 */
	@Test
	void callWhenBehindProxyThenEachHttpClientMayBeUsed(MockPlatform platform) {
		platform.stub("videos", "[\"Intro\"]");
		try (ConfigurableApplicationContext context = start(platform, "spring.http.clients.reactive.connector=jdk",
				"platform.proxy.host=proxy.example", "platform.proxy.port=3128")) {
			assertThat(context.getBean(VideoApplication.Videos.class).list()).contains("Intro");
		}
	}

	private static String rootUrl(MockPlatform platform, String host) {
		return platform.rootUrl().replaceFirst("//[^:]+", "//" + host);
	}

	private static ConfigurableApplicationContext start(MockPlatform platform, String... properties) {
		return new SpringApplicationBuilder(VideoApplication.class).web(WebApplicationType.NONE)
			.properties(platform.properties())
			.properties(properties)
			.properties("platform.clients.jobs.client-id=jobs", "platform.clients.jobs.client-secret=unused",
					"platform.clients.jobs.grant-type=client_credentials")
			.run();
	}

}
