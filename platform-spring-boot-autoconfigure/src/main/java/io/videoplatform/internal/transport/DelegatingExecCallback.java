package io.videoplatform.internal.transport;

import java.io.IOException;

import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the outcome of an exchange of an asynchronous client of Apache
 * HttpComponents.
 */
class DelegatingExecCallback implements AsyncExecCallback {

	private final AsyncExecCallback callback;

	DelegatingExecCallback(AsyncExecCallback callback) {
		this.callback = callback;
	}

	@Override
	public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails entity)
			throws HttpException, IOException {
		return this.callback.handleResponse(response, entity);
	}

	@Override
	public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
		this.callback.handleInformationResponse(response);
	}

	@Override
	public void completed() {
		this.callback.completed();
	}

	@Override
	public void failed(Exception cause) {
		this.callback.failed(cause);
	}

}
