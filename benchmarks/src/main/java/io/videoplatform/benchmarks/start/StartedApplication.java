package io.videoplatform.benchmarks.start;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application that reports its own figures when it is ready, and ends at once.
 */
public final class StartedApplication {

	static final String READY = "figures ";

	private StartedApplication() {
	}

	/**
	 * Start the application.
	 * @param args whether its client has a fixed header, and its properties
	 */
	public static void main(String[] args) {
		boolean fixed = Boolean.parseBoolean(args[0]);
		ConfigurableApplicationContext context = SpringApplication.run(fixed ? FixedHeader.class : Platform.class,
				Arrays.copyOfRange(args, 1, args.length));
		context.getBean(fixed ? "fixedHeaderClient" : "platformWebClient", WebClient.class);
		System.out.println(READY + Arrays.stream(Figure.values())
			.map((figure) -> Long.toString(figure.measure()))
			.collect(Collectors.joining(" ")));
		System.out.flush();
		Runtime.getRuntime().halt(0);
	}

	/**
	 * The floor: a client of Boot's builder.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class FixedHeader {

		@Bean
		WebClient fixedHeaderClient(WebClient.Builder builder) {
			return builder.baseUrl("http://127.0.0.1:1/v1/").defaultHeader("Authorization", "Bearer fixed").build();
		}

	}

	/**
	 * The starter by properties alone.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Platform {

	}

}
