package io.videoplatform.samples.cluster;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Launcher of three nodes, Redis and the local platform; itself the proxy in front of the
 * nodes.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableScheduling
public class ClusterApplication {

	/**
	 * Starts everything.
	 * @param args command line arguments, for instance {@code --server.port=8090}
	 */
	public static void main(String[] args) {
		SpringApplication.run(ClusterApplication.class, args);
	}

}
