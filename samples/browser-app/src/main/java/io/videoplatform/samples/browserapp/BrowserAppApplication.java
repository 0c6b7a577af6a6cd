package io.videoplatform.samples.browserapp;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Application that serves the page.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
public class BrowserAppApplication {

	/**
	 * Starts the application.
	 * @param args command line arguments, for instance {@code --server.port=8081}
	 */
	public static void main(String[] args) {
		SpringApplication.run(BrowserAppApplication.class, args);
	}

}
