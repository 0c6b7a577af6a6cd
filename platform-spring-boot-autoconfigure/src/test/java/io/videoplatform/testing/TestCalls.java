package io.videoplatform.testing;

import java.time.Duration;
import java.util.Objects;

import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;

import org.springframework.context.ApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Calls of an application whose status is all that matters.
 */
public final class TestCalls {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private TestCalls() {
	}

	/**
	 * Return the client that {@code platform.*} describes.
	 */
	public static PlatformClient client(ApplicationContext context) {
		return context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT);
	}

	public static int status(WebClient.RequestHeadersSpec<?> call) {
		return Objects.requireNonNull(
				call.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
					.block(PATIENCE));
	}

	public static int status(RestClient.RequestHeadersSpec<?> call) {
		return call.exchangeForRequiredValue((request, response) -> response.getStatusCode().value());
	}

}
