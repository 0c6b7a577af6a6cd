package io.videoplatform.it.footprint.hello;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The web application of each module: the class path decides about the web stack and the
 * security, and the module adds its own configuration.
 */
@SpringBootApplication(scanBasePackages = "io.videoplatform.it.footprint")
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
