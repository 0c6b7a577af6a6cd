package io.videoplatform.internal.transport;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of an asynchronous client of Apache HttpComponents that have not ended.
 * When the client is closed, it stops its threads without an end of the exchanges: their
 * callers would wait for ever.
 */
final class OpenExchanges implements AsyncExecChainHandler, AutoCloseable {

	private final Set<Exchange> exchanges = ConcurrentHashMap.newKeySet();

	@Override
	public void execute(HttpRequest request, @Nullable AsyncEntityProducer body, AsyncExecChain.Scope scope,
			AsyncExecChain chain, AsyncExecCallback callback) throws HttpException, IOException {
		Exchange exchange = new Exchange(callback);
		this.exchanges.add(exchange);
		boolean proceeds = false;
		try {
			chain.proceed(request, body, scope, exchange);
			proceeds = true;
		}
		finally {
			if (!proceeds) {
				this.exchanges.remove(exchange);
			}
		}
	}

	/**
	 * Fail the exchanges of a client that has been closed.
	 */
	@Override
	public void close() {
		ConnectionClosedException closed = new ConnectionClosedException("The HTTP client has been closed");
		this.exchanges.forEach((exchange) -> exchange.failed(closed));
	}

	/**
	 * An exchange, which ends once.
	 */
	private final class Exchange extends DelegatingExecCallback {

		Exchange(AsyncExecCallback callback) {
			super(callback);
		}

		@Override
		public void completed() {
			if (OpenExchanges.this.exchanges.remove(this)) {
				super.completed();
			}
		}

		@Override
		public void failed(Exception cause) {
			if (OpenExchanges.this.exchanges.remove(this)) {
				super.failed(cause);
			}
		}

	}

}
