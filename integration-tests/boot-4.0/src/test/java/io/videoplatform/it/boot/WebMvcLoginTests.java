package io.videoplatform.it.boot;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins on WebMVC.
 */
class WebMvcLoginTests extends AbstractLoginTests {

	@Test
	void applicationWhenStartedThenOnServlets(@Autowired ApplicationContext context) {
		assertThat(context).isInstanceOf(ServletWebServerApplicationContext.class);
	}

}
