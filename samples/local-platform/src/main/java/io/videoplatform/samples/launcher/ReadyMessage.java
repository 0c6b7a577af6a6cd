package io.videoplatform.samples.launcher;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Log line with the sample's own address, once the sample has started completely.
 */
class ReadyMessage implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(ReadyMessage.class);

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		String port = event.getApplicationContext().getEnvironment().getProperty("local.server.port");
		if (port != null) {
			logger.info("Open http://127.0.0.1:" + port);
		}
	}

}
