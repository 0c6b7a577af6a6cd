package io.videoplatform.it.footprint;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A web application with Boot's security, which knows nothing of the platform.
 */
@SpringBootApplication
@RestController
public class HelloApplication {

	@GetMapping("/hello")
	String hello() {
		return "hello";
	}

	@PostMapping("/hello")
	String posted() {
		return "posted";
	}

	public static void main(String[] args) {
		SpringApplication.run(HelloApplication.class, args);
	}

}
