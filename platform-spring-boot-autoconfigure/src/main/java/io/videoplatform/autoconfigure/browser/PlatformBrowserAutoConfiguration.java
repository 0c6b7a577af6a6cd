package io.videoplatform.autoconfigure.browser;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.http.servlet.ServletResponseWriter;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;

/**
 * Auto-configuration of the document for browser applications on WebMVC, for an
 * application with {@code platform.browser.enabled}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = PlatformAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBooleanProperty("platform.browser.enabled")
@ConditionalOnBean(PlatformEngine.class)
@Import(BrowserConfiguration.class)
public final class PlatformBrowserAutoConfiguration {

	PlatformBrowserAutoConfiguration() {
	}

	@Bean
	HandlerMapping platformBrowserHandlerMapping(BrowserSettings settings, BrowserEndpoint endpoint) {
		RouterFunctionMapping mapping = new RouterFunctionMapping(RouterFunctions
			.route(RequestPredicates.path(settings.path()), (request) -> respond(request, endpoint)));
		mapping.setOrder(BrowserConfiguration.ORDER);
		mapping.setCorsConfigurations(Map.of(settings.path(), settings.cors()));
		return mapping;
	}

	/**
	 * A request that has to wait for discovery holds no thread.
	 */
	private static ServerResponse respond(ServerRequest request, BrowserEndpoint endpoint) {
		CompletableFuture<ServerResponse> response = endpoint.handle(request.method())
			.thenApply(PlatformBrowserAutoConfiguration::response);
		return response.isDone() ? response.join() : ServerResponse.async(response);
	}

	private static ServerResponse response(ResponseEntity<byte[]> entity) {
		return ServerResponse.status(entity.getStatusCode()).build((request, response) -> {
			ServletResponseWriter.write(entity, request, response);
			return null;
		});
	}

}
