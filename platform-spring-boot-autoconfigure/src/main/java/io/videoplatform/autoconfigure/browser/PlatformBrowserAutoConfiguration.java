package io.videoplatform.autoconfigure.browser;

import java.util.Map;

import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.browser.servlet.BrowserRequestHandler;
import io.videoplatform.internal.engine.PlatformEngine;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

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
		SimpleUrlHandlerMapping mapping = new SimpleUrlHandlerMapping(
				Map.of(settings.path(), new BrowserRequestHandler(endpoint)), BrowserConfiguration.ORDER);
		mapping.setCorsConfigurations(Map.of(settings.path(), settings.cors()));
		return mapping;
	}

}
