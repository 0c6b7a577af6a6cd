package io.videoplatform.samples.localplatform;

import java.time.Clock;

import io.videoplatform.samples.launcher.LauncherAutoConfiguration;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Video platform that runs on the developer's own machine, without account or network.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false, exclude = LauncherAutoConfiguration.class)
@EnableConfigurationProperties(LocalPlatformProperties.class)
public class LocalPlatformApplication {

	@Bean
	Clock clock() {
		return Clock.systemUTC();
	}

	/**
	 * Starts the platform.
	 * @param args command line arguments, for instance {@code --server.port=0}
	 */
	public static void main(String[] args) {
		SpringApplication.run(LocalPlatformApplication.class, args);
	}

}
