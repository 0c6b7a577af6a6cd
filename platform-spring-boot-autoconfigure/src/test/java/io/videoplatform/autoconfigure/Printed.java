package io.videoplatform.autoconfigure;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * All that is printed while it is open, by loggers as talkative as a user may make them.
 */
final class Printed implements AutoCloseable {

	/**
	 * Ours, the ones that Boot calls {@code web}, and Reactor Netty's. At TRACE Reactor
	 * Netty and Spring's codecs print what they send and receive, as they say.
	 */
	private static final Map<String, Level> LEVELS = Map.of("io.videoplatform", Level.TRACE, "org.springframework.web",
			Level.TRACE, "org.springframework.http", Level.DEBUG, "org.springframework.core.codec", Level.DEBUG,
			"reactor.netty", Level.DEBUG, "reactor.core", Level.TRACE, "io.netty", Level.DEBUG,
			"org.springframework.security", Level.TRACE, "com.nimbusds", Level.TRACE);

	private final Map<Logger, @Nullable Level> before = new HashMap<>();

	private final Queue<String> lines = new ConcurrentLinkedQueue<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			String failure = (event.getThrowableProxy() != null)
					? ThrowableProxyUtil.asString(event.getThrowableProxy()) : "";
			Printed.this.lines.add(event.getLoggerName() + " " + event.getFormattedMessage() + failure);
		}

	};

	Printed() {
		LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
		LEVELS.forEach((name, level) -> {
			Logger logger = context.getLogger(name);
			this.before.put(logger, logger.getLevel());
			logger.setLevel(level);
		});
		this.appender.setContext(context);
		this.appender.start();
		context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(this.appender);
	}

	/**
	 * Add a failure with its causes and what was suppressed.
	 */
	void add(Throwable failure) {
		StringWriter trace = new StringWriter();
		failure.printStackTrace(new PrintWriter(trace));
		this.lines.add(trace.toString());
	}

	/**
	 * Add what a person may have printed.
	 */
	void add(String text) {
		this.lines.add(text);
	}

	List<String> lines() {
		return new ArrayList<>(this.lines);
	}

	@Override
	public void close() {
		((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
			.detachAppender(this.appender);
		this.before.forEach(Logger::setLevel);
	}

}
