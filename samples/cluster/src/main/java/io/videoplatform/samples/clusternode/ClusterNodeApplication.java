package io.videoplatform.samples.clusternode;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.session.data.redis.config.annotation.web.http.EnableRedisHttpSession;

/**
 * Node of an application that people log in to with their account at the platform. Their
 * sessions are in Redis, as are their tokens.
 *
 * @since 0.1.0
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableRedisHttpSession
@EnableScheduling
public class ClusterNodeApplication {

	/**
	 * Starts the node.
	 * @param args command line arguments, for instance {@code --server.port=8082}
	 */
	public static void main(String[] args) {
		SpringApplication.run(ClusterNodeApplication.class, args);
	}

}
