package io.videoplatform.it.footprint.githublogin;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * An application that logs people in at GitHub.
 */
@SpringBootApplication
@RestController
public class HelloApplication {

	@GetMapping({ "/hello", "/public/hello" })
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
