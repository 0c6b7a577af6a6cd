package io.videoplatform.it.login.application;

import java.util.concurrent.Executor;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.annotation.AsyncConfigurer;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.task.DelegatingSecurityContextAsyncTaskExecutor;

/**
 * The application on WebMVC.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@Import({ Videos.class, AsyncVideos.class, WebMvcPages.class })
class WebMvcApplication {

	/**
	 * Passes the user on to asynchronous methods.
	 */
	@Bean
	AsyncConfigurer asyncWithUser(@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor) {
		return new AsyncConfigurer() {

			@Override
			public Executor getAsyncExecutor() {
				return new DelegatingSecurityContextAsyncTaskExecutor(executor);
			}

		};
	}

}
