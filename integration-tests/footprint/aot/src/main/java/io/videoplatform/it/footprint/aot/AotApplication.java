package io.videoplatform.it.footprint.aot;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An application that is processed ahead of time, calls the platform and ends.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class AotApplication {

	@Bean
	CommandLineRunner call(@Qualifier("platformWebClient") WebClient platform) {
		return (args) -> System.out
			.println("Called: " + platform.get().uri("videos").retrieve().toBodilessEntity().block());
	}

	public static void main(String[] args) {
		SpringApplication.run(AotApplication.class, args);
	}

}
