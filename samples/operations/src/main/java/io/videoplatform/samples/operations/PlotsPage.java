package io.videoplatform.samples.operations;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Address of the page with the plots; the start page stays that of the quickstart.
 */
@Configuration(proxyBeanMethods = false)
class PlotsPage implements WebMvcConfigurer {

	private static final Log logger = LogFactory.getLog(PlotsPage.class);

	private static final String PATH = "/operations";

	@Override
	public void addViewControllers(ViewControllerRegistry registry) {
		registry.addViewController(PATH).setViewName("forward:/operations/index.html");
	}

	@EventListener
	void publishAddress(ApplicationReadyEvent event) {
		logger.info("Plots: open http://127.0.0.1:%s%s"
			.formatted(event.getApplicationContext().getEnvironment().getProperty("local.server.port"), PATH));
	}

}
