package io.videoplatform.internal.browser.servlet;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.http.servlet.ServletResponseWriter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncManager;
import org.springframework.web.context.request.async.WebAsyncUtils;

/**
 * Serves the document on WebMVC. A request that has to wait for discovery holds no
 * thread: it is dispatched again when the response is ready.
 */
public final class BrowserRequestHandler implements HttpRequestHandler {

	private final BrowserEndpoint endpoint;

	/**
	 * Create a new instance.
	 * @param endpoint creates the responses
	 */
	public BrowserRequestHandler(BrowserEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		WebAsyncManager async = WebAsyncUtils.getAsyncManager(request);
		if (async.hasConcurrentResult()) {
			ServletResponseWriter.write(result(async), request, response);
			return;
		}
		CompletableFuture<ResponseEntity<byte[]>> entity = this.endpoint
			.handle(HttpMethod.valueOf(request.getMethod()));
		if (entity.isDone()) {
			ServletResponseWriter.write(entity.join(), request, response);
			return;
		}
		await(entity, async, request, response);
	}

	@SuppressWarnings("unchecked")
	private static ResponseEntity<byte[]> result(WebAsyncManager async) throws ServletException {
		Object result = async.getConcurrentResult();
		if (result instanceof ResponseEntity<?> entity) {
			return (ResponseEntity<byte[]>) entity;
		}
		throw new ServletException("There is no response", (result instanceof Throwable failure) ? failure : null);
	}

	private void await(CompletableFuture<ResponseEntity<byte[]>> entity, WebAsyncManager async,
			HttpServletRequest request, HttpServletResponse response) throws ServletException {
		DeferredResult<ResponseEntity<byte[]>> deferred = new DeferredResult<>(null, this.endpoint::timedOut);
		entity.whenComplete((result, failure) -> {
			if (failure != null) {
				deferred.setErrorResult(failure);
			}
			else {
				deferred.setResult(result);
			}
		});
		async.setAsyncWebRequest(WebAsyncUtils.createAsyncWebRequest(request, response));
		try {
			async.startDeferredResultProcessing(deferred);
		}
		catch (Exception ex) {
			throw new ServletException(ex);
		}
	}

}
