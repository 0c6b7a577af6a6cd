package io.videoplatform.it.footprint.noweb;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application without a web server, which ends after its start.
 */
@SpringBootApplication
public class NoWebApplication {

	public static void main(String[] args) {
		SpringApplication.run(NoWebApplication.class, args);
	}

}
