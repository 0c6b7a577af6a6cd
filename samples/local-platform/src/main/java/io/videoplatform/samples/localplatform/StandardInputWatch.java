package io.videoplatform.samples.localplatform;

import java.io.IOException;
import java.io.InputStream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Watch that ends the process when its standard input does. The pipe from a parent
 * process is closed by the operating system however the parent ends, so a platform that
 * was started as a child process never outlives its parent.
 */
@Component
@ConditionalOnBooleanProperty("local-platform.stop-with-stdin")
class StandardInputWatch implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(StandardInputWatch.class);

	private volatile boolean running;

	@Override
	public void start() {
		this.running = true;
		Thread thread = new Thread(this::awaitEnd, "standard-input-watch");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	private void awaitEnd() {
		readToEnd(System.in);
		if (this.running) {
			logger.info("Standard input has ended, and so does the local platform");
			System.exit(0);
		}
	}

	private void readToEnd(InputStream input) {
		byte[] ignored = new byte[256];
		try {
			while (input.read(ignored) != -1) {
				logger.trace("Standard input goes on");
			}
		}
		catch (IOException ex) {
			logger.debug("Standard input cannot be read any more", ex);
		}
	}

}
