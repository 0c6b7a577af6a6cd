package io.videoplatform.samples.loginserver.reactive;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Application that people log in to with their account at the platform.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
public class ReactiveLoginServerApplication {

	/**
	 * Starts the application.
	 * @param args command line arguments, for instance {@code --server.port=8081}
	 */
	public static void main(String[] args) {
		SpringApplication.run(ReactiveLoginServerApplication.class, args);
	}

}
