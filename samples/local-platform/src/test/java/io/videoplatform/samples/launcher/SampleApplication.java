package io.videoplatform.samples.launcher;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Sample that does nothing but run.
 */
@SpringBootApplication(proxyBeanMethods = false)
public class SampleApplication {

	public static void main(String[] args) throws InterruptedException {
		SpringApplication.run(SampleApplication.class, args);
		Thread.currentThread().join();
	}

}
