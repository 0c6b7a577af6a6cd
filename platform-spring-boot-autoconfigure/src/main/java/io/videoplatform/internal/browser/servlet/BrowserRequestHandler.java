package io.videoplatform.internal.browser.servlet;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.internal.browser.BrowserAnswer;
import io.videoplatform.internal.browser.BrowserEndpoint;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpMethod;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.context.request.ServletWebRequest;
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
			write(result(async), request, response);
			return;
		}
		CompletableFuture<BrowserAnswer> answer = this.endpoint.handle(HttpMethod.valueOf(request.getMethod()));
		if (answer.isDone()) {
			write(answer.join(), request, response);
			return;
		}
		await(answer, async, request, response);
	}

	private static BrowserAnswer result(WebAsyncManager async) throws ServletException {
		Object result = async.getConcurrentResult();
		if (result instanceof BrowserAnswer answer) {
			return answer;
		}
		throw new ServletException("There is no response", (result instanceof Throwable failure) ? failure : null);
	}

	private void await(CompletableFuture<BrowserAnswer> answer, WebAsyncManager async, HttpServletRequest request,
			HttpServletResponse response) throws ServletException {
		DeferredResult<BrowserAnswer> deferred = new DeferredResult<>(null, this.endpoint::timedOut);
		answer.whenComplete((result, failure) -> {
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

	private static void write(BrowserAnswer answer, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		response.setStatus(answer.status().value());
		answer.headers().forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
		String entityTag = answer.headers().getETag();
		if (entityTag != null && new ServletWebRequest(request, response).checkNotModified(entityTag)) {
			return;
		}
		response.setContentLength(answer.body().length);
		response.getOutputStream().write(answer.body());
	}

}
