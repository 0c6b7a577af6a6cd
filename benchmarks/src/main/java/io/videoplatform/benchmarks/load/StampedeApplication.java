package io.videoplatform.benchmarks.load;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.ExchangeFunctions;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application whose requests each make one call of the API. It notes the threads on
 * which calls go on once they have their token.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
class StampedeApplication {

	@Bean
	ReleaseThreads releaseThreads() {
		return new ReleaseThreads(ConcurrentHashMap.newKeySet());
	}

	/**
	 * The threads on which calls went on.
	 *
	 * @param names their names
	 */
	record ReleaseThreads(Set<String> names) implements WebClientCustomizer {

		@Override
		public void customize(WebClient.Builder builder) {
			ExchangeFunction exchange = ExchangeFunctions.create(new ReactorClientHttpConnector());
			builder.exchangeFunction((request) -> Mono.defer(() -> {
				this.names.add(Thread.currentThread().getName());
				return exchange.exchange(request);
			}));
		}

	}

	/**
	 * Calls the API for each of its own callers.
	 */
	@RestController
	static class CallController {

		private final WebClient client;

		CallController(@Qualifier("platformWebClient") WebClient client) {
			this.client = client;
		}

		@GetMapping("/blocking")
		String blocking() {
			return String.valueOf(reactive().block());
		}

		@GetMapping("/reactive")
		Mono<String> reactive() {
			return PlatformApplication.call(this.client).map((response) -> response.getStatusCode().toString());
		}

	}

}
