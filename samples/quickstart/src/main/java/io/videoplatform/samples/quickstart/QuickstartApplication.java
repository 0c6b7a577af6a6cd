package io.videoplatform.samples.quickstart;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Application that lists videos of the platform and shows what the starter does for it.
 *
 * @since 0.1.0
 */
@EnableScheduling
@SpringBootApplication(proxyBeanMethods = false)
public class QuickstartApplication {

	/**
	 * Starts the application.
	 * @param args command line arguments, for instance {@code --server.port=8081}
	 */
	public static void main(String[] args) {
		SpringApplication.run(QuickstartApplication.class, args);
	}

}
