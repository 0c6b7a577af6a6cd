package io.videoplatform.it.login.application;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;

/**
 * The application on WebMVC.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync
@Import({ Videos.class, AsyncVideos.class, WebMvcPages.class })
class WebMvcApplication {

	/*
	 * How Spring Security wants to be taken along to other threads.
	 */
	@Bean
	TaskDecorator securityContextDecorator() {
		return (task) -> new DelegatingSecurityContextRunnable(task);
	}

}
