package io.videoplatform.samples.launcher;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * Sample that does nothing but run.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(LauncherAutoConfiguration.class)
public class SampleApplication {

	public static void main(String[] args) throws InterruptedException {
		SpringApplication.run(SampleApplication.class, args);
		Thread.currentThread().join();
	}

}
