package io.videoplatform.internal.client;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.videoplatform.internal.http.DaemonThread;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.reactive.function.client.ClientResponse;

/**
 * Discards the bodies of responses that are followed by another request.
 */
final class ResponseBodies {

	private static final Log logger = LogFactory.getLog(ResponseBodies.class);

	/**
	 * After that, closing the connection costs less than reading the rest.
	 */
	private static final Duration TIMEOUT = Duration.ofSeconds(2);

	private static final int THREADS = 32;

	private static final Executor READERS = executor("platform-discard");

	/**
	 * Not those that wait for what they close.
	 */
	private static final Executor CLOSERS = executor("platform-discard-close");

	private ResponseBodies() {
	}

	/**
	 * Threads that end when they are idle, as many as hosts may keep busy.
	 */
	private static Executor executor(String name) {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), (task) -> DaemonThread.create(name, task));
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	/**
	 * Discard a body; if its end does not come in time, its connection is closed.
	 * @return completes when the body is gone, without an error
	 */
	static Mono<Void> discard(ClientResponse response) {
		return response.releaseBody().timeout(TIMEOUT).onErrorComplete();
	}

	/**
	 * Discard a body. Another thread reads it to its end, as most engines do to close a
	 * response; the caller leaves that behind if the end does not come in time. Then the
	 * body is closed, which ends the reading at once, or with an engine of the
	 * application's own perhaps not before its read timeout.
	 */
	static void discard(ClientHttpResponse response) {
		FutureTask<Void> closed = new FutureTask<>(() -> drain(response), null);
		try {
			READERS.execute(closed);
			closed.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			CLOSERS.execute(() -> closeBody(response));
		}
		catch (ExecutionException ex) {
			logger.debug("A response that is not used could not be closed", ex.getCause());
		}
		catch (InterruptedException ex) {
			CLOSERS.execute(() -> closeBody(response));
			// The next request ends by it
			Thread.currentThread().interrupt();
		}
	}

	private static void drain(ClientHttpResponse response) {
		try (response) {
			response.getBody().transferTo(OutputStream.nullOutputStream());
		}
		catch (IOException ex) {
			logger.debug("A response that is not used could not be read", ex);
		}
	}

	private static void closeBody(ClientHttpResponse response) {
		try {
			response.getBody().close();
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("A response that does not end could not be closed", ex);
		}
	}

}
