package io.videoplatform.benchmarks.cluster;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.videoplatform.PlatformException;
import io.videoplatform.login.PlatformUser;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.client.ClientAuthorizationRequiredException;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;

import static java.util.stream.Collectors.joining;
import static org.springframework.security.config.Customizer.withDefaults;

/**
 * One node: an application on WebFlux with the starter. It calls the API for whom the
 * caller names, and says in a word what came of it. Its clock may be wrong.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ClusterNode {

	static final String READY = "ready: ";

	/**
	 * Run until standard input ends.
	 * @param args properties of the application
	 * @throws IOException if standard input fails
	 */
	public static void main(String[] args) throws IOException {
		SpringApplication application = new SpringApplication(ClusterNode.class);
		application.setWebApplicationType(WebApplicationType.REACTIVE);
		try (ConfigurableApplicationContext context = application.run(args)) {
			System.out.println(READY + context.getEnvironment().getRequiredProperty("local.server.port"));
			while (System.in.read() != -1) {
				// Nothing is said here: only the end of the input counts
				continue;
			}
		}
	}

	@Bean
	SecurityWebFilterChain securityFilterChain(ServerHttpSecurity http,
			@Value("${platform.grant-type:}") String grantType) {
		http.authorizeExchange((exchanges) -> exchanges.anyExchange().permitAll())
			.csrf(ServerHttpSecurity.CsrfSpec::disable);
		if (grantType.equals("authorization_code")) {
			http.oauth2Login(withDefaults());
		}
		return http.build();
	}

	@Bean
	Clock platformClock(@Value("${node.clock-offset}") Duration offset) {
		return new AheadClock(System.nanoTime(), Instant.now().plus(offset));
	}

	/**
	 * The provider sees which node has sent a request.
	 */
	@Bean
	ClientHttpConnectorBuilderCustomizer<ReactorClientHttpConnectorBuilder> sender(@Value("${node.name}") String name) {
		return (builder) -> builder.withHttpClientCustomizer(
				(client) -> client.headers((headers) -> headers.set(HttpHeaders.USER_AGENT, name)));
	}

	@Bean
	WebClientCustomizer api() {
		ExchangeFunction api = new InMemoryApi();
		return (builder) -> builder.exchangeFunction(api);
	}

	/**
	 * Calls the API.
	 */
	@RestController
	static class CallController {

		private final WebClient client;

		private final String issuer;

		CallController(@Qualifier("platformWebClient") WebClient client,
				@Value("${platform.root-url}/auth/realms/platform") String issuer) {
			this.client = client;
			this.issuer = issuer;
		}

		/**
		 * Call the API once for each of some users.
		 * @return what came of each call, one per line
		 */
		@GetMapping("/users")
		Mono<String> users(@RequestParam List<String> names) {
			return Flux.fromIterable(names).flatMapSequential((name) -> timed(user(name))).collect(joining("\n"));
		}

		private Mono<String> user(String name) {
			return this.client.get()
				.uri("me")
				.attributes(new PlatformUser(this.issuer, name))
				.retrieve()
				.bodyToMono(String.class)
				.map((owner) -> owner.equals(name) ? Word.DONE.name() : Word.FAILED + " the token of " + owner);
		}

		@GetMapping("/application")
		Mono<String> application() {
			return timed(this.client.get().uri("videos").retrieve().bodyToMono(String.class).thenReturn("DONE"));
		}

		private static Word word(PlatformException ex) {
			if (ex.isRetryable()) {
				return Word.LATER;
			}
			return String.valueOf(ex.getMessage()).contains("no active login") ? Word.LOGIN : Word.FAILED;
		}

		private static Mono<String> timed(Mono<String> call) {
			long begun = System.nanoTime();
			return call
				.onErrorResume(ClientAuthorizationRequiredException.class,
						(ex) -> Mono.just(Word.LOGIN + " " + ex.getMessage()))
				.onErrorResume(PlatformException.class, (ex) -> Mono.just(word(ex) + " " + ex.getMessage()))
				.onErrorResume((ex) -> Mono.just(Word.FAILED + " " + ex))
				.map((outcome) -> (System.nanoTime() - begun) + " " + outcome.replace('\n', ' '));
		}

	}

	/**
	 * What came of a call.
	 */
	enum Word {

		/**
		 * The API has responded to whom the call was for.
		 */
		DONE,

		/**
		 * There is no token for now.
		 */
		LATER,

		/**
		 * The user has to log in again.
		 */
		LOGIN,

		/**
		 * Whatever else.
		 */
		FAILED

	}

}
