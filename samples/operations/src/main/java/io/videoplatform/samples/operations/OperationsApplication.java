package io.videoplatform.samples.operations;

import io.videoplatform.samples.quickstart.QuickstartApplication;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/**
 * The quickstart with a meter registry, and a page that plots its meters.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
@Import(QuickstartApplication.class)
public class OperationsApplication {

	/**
	 * Starts the application.
	 * @param args command line arguments, for instance {@code --server.port=8081}
	 */
	public static void main(String[] args) {
		SpringApplication.run(OperationsApplication.class, args);
	}

}
