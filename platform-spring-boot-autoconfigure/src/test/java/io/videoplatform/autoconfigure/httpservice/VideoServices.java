package io.videoplatform.autoconfigure.httpservice;

import java.net.URI;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.annotation.ClientRegistrationId;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * HTTP interfaces of an application, in groups of the platform's and in others.
 */
public final class VideoServices {

	private VideoServices() {
	}

	/**
	 * Return an application with what Boot configures for HTTP interfaces.
	 */
	public static ApplicationContextRunner application() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(HttpClientAutoConfiguration.class,
				ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				HttpMessageConvertersAutoConfiguration.class, RestClientAutoConfiguration.class,
				WebClientAutoConfiguration.class, HttpServiceClientPropertiesAutoConfiguration.class,
				HttpServiceClientAutoConfiguration.class, ReactiveHttpServiceClientAutoConfiguration.class,
				PlatformAutoConfiguration.class, PlatformHttpServiceAutoConfiguration.class));
	}

	/**
	 * The clients that HTTP interfaces can stand on.
	 */
	public enum Stack {

		REST_CLIENT(OnRestClient.class, "spring.http.clients.imperative.factory"),

		WEB_CLIENT(OnWebClient.class, "spring.http.clients.reactive.connector");

		private final Class<?> configuration;

		private final String engine;

		Stack(Class<?> configuration, String engine) {
			this.configuration = configuration;
			this.engine = engine;
		}

		/**
		 * Return the configuration that imports {@link Videos} into group
		 * {@code platform} and {@link Jobs} into group {@code platform-jobs}.
		 */
		public Class<?> configuration() {
			return this.configuration;
		}

		/**
		 * Return the property that selects an HTTP client.
		 */
		String engine() {
			return this.engine;
		}

	}

	public interface Videos {

		@GetExchange("videos")
		ResponseEntity<String> list();

		@GetExchange
		ResponseEntity<String> at(URI url);

		@PostExchange("videos")
		ResponseEntity<String> add(@RequestBody String title);

		@GetExchange("videos")
		ResponseEntity<String> as(@RequestHeader(HttpHeaders.AUTHORIZATION) String authorization);

		@GetExchange("videos")
		@ClientRegistrationId("platform-jobs")
		ResponseEntity<String> asJobs();

		@GetExchange("videos")
		@ClientRegistrationId("platform-jobs")
		ResponseEntity<String> asJobsWith(@RequestHeader(HttpHeaders.AUTHORIZATION) String authorization);

		@GetExchange("videos")
		@ClientRegistrationId("github")
		ResponseEntity<String> asGithub();

	}

	@ClientRegistrationId("platform")
	public interface Jobs {

		@GetExchange("jobs")
		ResponseEntity<String> list();

		@GetExchange("jobs")
		@ClientRegistrationId("platform-jobs")
		ResponseEntity<String> own();

	}

	public interface Plain {

		@GetExchange("videos")
		ResponseEntity<String> list();

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platform", types = Videos.class)
	@ImportHttpServices(group = "platform-jobs", types = Jobs.class)
	public static class OnRestClient {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platform", types = Videos.class, clientType = ClientType.WEB_CLIENT)
	@ImportHttpServices(group = "platform-jobs", types = Jobs.class, clientType = ClientType.WEB_CLIENT)
	public static class OnWebClient {

	}

}
