package io.videoplatform.it.boot;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins on WebFlux.
 */
@TestPropertySource(properties = "spring.main.web-application-type=reactive")
class WebFluxLoginTests extends AbstractLoginTests {

	@Test
	void applicationWhenStartedThenReactive(@Autowired ApplicationContext context) {
		assertThat(context).isInstanceOf(ReactiveWebServerApplicationContext.class);
	}

}
