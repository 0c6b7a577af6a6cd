package io.videoplatform.internal.client;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

import org.springframework.core.Ordered;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;

/**
 * Gives a request on WebFlux that fails for want of a token the status and headers that
 * Spring MVC takes from the exception itself, and one line in the log. The body is left
 * to the handlers that follow.
 */
public final class AuthorizationFailureHandler implements WebExceptionHandler, Ordered {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	@Override
	public int getOrder() {
		// Boot's handler, which renders errors, has -1
		return -2;
	}

	@Override
	public Mono<Void> handle(ServerWebExchange exchange, Throwable ex) {
		if (!(ex instanceof PlatformAuthorizationException failure) || exchange.getResponse().isCommitted()) {
			return Mono.error(ex);
		}
		exchange.getResponse().getHeaders().putAll(failure.getHeaders());
		if (failure.isRetryable()) {
			logger.warn(EventLog.line(failure.getError(), "%s '%s' failed: %s"
				.formatted(exchange.getRequest().getMethod(), exchange.getRequest().getPath(), failure.getMessage())));
		}
		return Mono.error(new Failure(failure));
	}

	/**
	 * A failure without a stack trace, which Boot's handler would log with each 500.
	 */
	private static final class Failure extends ResponseStatusException {

		private static final long serialVersionUID = 1L;

		private final String message;

		Failure(PlatformAuthorizationException failure) {
			super(failure.getStatusCode());
			this.message = EventLog.line(failure.getError(), String.valueOf(failure.getMessage()));
		}

		@Override
		public String getMessage() {
			return this.message;
		}

		@Override
		public Throwable fillInStackTrace() {
			return this;
		}

	}

}
