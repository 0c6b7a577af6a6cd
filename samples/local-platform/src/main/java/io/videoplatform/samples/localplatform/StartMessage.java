package io.videoplatform.samples.localplatform;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Log lines with the properties that an application needs to use this platform. No log
 * has a password.
 */
@Component
class StartMessage {

	private static final Log logger = LogFactory.getLog(StartMessage.class);

	private final LocalPlatformProperties properties;

	private final Environment environment;

	StartMessage(LocalPlatformProperties properties, Environment environment) {
		this.properties = properties;
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void print() {
		logger.info("The local platform is ready. Properties for an application that uses it, beside the password:");
		logger.info("platform.root-url=http://127.0.0.1:" + this.environment.getProperty("local.server.port"));
		logger.info("platform.username=" + this.properties.username());
	}

}
