package io.videoplatform.autoconfigure;

import java.time.Clock;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;

/**
 * Mocks that a test of an application puts in the place of beans.
 */
class MockitoBeanTests {

	@Nested
	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE,
			properties = { "platform.root-url=https://api.example.com", "platform.discovery.warm-up=false" })
	class Plain {

		@MockitoBean
		private PlatformClients clients;

		@Autowired
		@Qualifier("platformWebClient")
		private WebClient webClient;

		@Test
		void getWhenClientsAreAMockThenAsStubbed() {
			PlatformClient jobs = mock(PlatformClient.class);
			given(this.clients.get("jobs")).willReturn(jobs);
			assertThat(this.clients.get("jobs")).isSameAs(jobs);
			assertThat(mockingDetails(this.webClient).isMock()).isFalse();
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class,
			properties = { "platform.root-url=https://api.example.com", "platform.discovery.warm-up=false",
					"platform.client-id=web", "platform.client-secret=s", "platform.grant-type=authorization_code",
					"platform.login.back-channel-logout=true", "platform.browser.enabled=true",
					"platform.browser.client-id=page" })
	class WithLogin {

		@MockitoBean
		private PlatformClients clients;

		@MockitoBean(name = "platformWebClient")
		private WebClient webClient;

		@MockitoBean
		private PlatformConnectionDetails connectionDetails;

		@MockitoBean
		private Clock clock;

		@Test
		void startWhenAllAreMocksThenStarts() {
			assertThat(mockingDetails(this.clients).isMock()).isTrue();
			assertThat(mockingDetails(this.webClient).isMock()).isTrue();
			assertThat(mockingDetails(this.connectionDetails).isMock()).isTrue();
			assertThat(mockingDetails(this.clock).isMock()).isTrue();
		}

	}

	@Nested
	@SpringBootTest(classes = Application.class, webEnvironment = WebEnvironment.NONE,
			properties = { "platform.root-url=https://api.example.com", "platform.discovery.warm-up=false" })
	class Spied {

		@MockitoSpyBean
		private PlatformClients clients;

		@Test
		void getWhenClientsAreASpyThenTheyWork() {
			assertThat(this.clients.get(PlatformClients.DEFAULT).webClient()).isNotNull();
		}

	}

	/**
	 * An application with all of Boot's auto-configurations.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
