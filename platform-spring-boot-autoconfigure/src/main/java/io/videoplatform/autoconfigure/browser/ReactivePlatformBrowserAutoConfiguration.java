package io.videoplatform.autoconfigure.browser;

import java.util.Map;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.http.reactive.ServerResponseWriter;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.server.WebHandler;

/**
 * Auto-configuration of the document for browser applications on WebFlux, for an
 * application with {@code platform.browser.enabled}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnBooleanProperty("platform.browser.enabled")
@ConditionalOnBean(PlatformEngine.class)
@Import(BrowserConfiguration.class)
public final class ReactivePlatformBrowserAutoConfiguration {

	ReactivePlatformBrowserAutoConfiguration() {
	}

	@Bean
	HandlerMapping platformBrowserHandlerMapping(BrowserSettings settings, BrowserEndpoint endpoint) {
		WebHandler handler = (exchange) -> Mono.fromFuture(() -> endpoint.handle(exchange.getRequest().getMethod()))
			.flatMap((entity) -> ServerResponseWriter.write(entity, exchange));
		SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(Map.of(settings.path(), handler),
				BrowserConfiguration.ORDER);
		mapping.setCorsConfigurations(Map.of(settings.path(), settings.cors()));
		return mapping;
	}

}
