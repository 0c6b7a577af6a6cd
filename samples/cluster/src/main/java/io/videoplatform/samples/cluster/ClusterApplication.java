package io.videoplatform.samples.cluster;

import io.videoplatform.samples.launcher.LauncherAutoConfiguration;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * Launcher of three nodes, Redis and the local platform; itself the proxy in front of the
 * nodes. Their security and their sessions are on the same class path: what is configured
 * here is listed.
 *
 * @since 0.1.0
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan
@ImportAutoConfiguration({ PropertyPlaceholderAutoConfiguration.class, JacksonAutoConfiguration.class,
		CodecsAutoConfiguration.class, NettyReactiveWebServerAutoConfiguration.class,
		HttpHandlerAutoConfiguration.class, WebFluxAutoConfiguration.class, ErrorWebFluxAutoConfiguration.class,
		WebClientAutoConfiguration.class, TaskSchedulingAutoConfiguration.class, LauncherAutoConfiguration.class })
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
