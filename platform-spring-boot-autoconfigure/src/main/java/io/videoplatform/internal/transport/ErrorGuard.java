package io.videoplatform.internal.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducerWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Makes exceptions of the errors that the application's code throws on a thread of an
 * asynchronous client of Apache HttpComponents. An exception fails its exchange; an error
 * ends the thread, and the client with it.
 */
final class ErrorGuard {

	private ErrorGuard() {
	}

	static void execute(HttpRequest request, @Nullable AsyncEntityProducer body, AsyncExecChain.Scope scope,
			AsyncExecChain chain, AsyncExecCallback callback) throws HttpException, IOException {
		chain.proceed(request, (body != null) ? new GuardedBody(body) : null, scope, new GuardedCallback(callback));
	}

	private static IOException exception(Error error) {
		return new IOException("An error was thrown while the exchange was handled", error);
	}

	/**
	 * Guards those who take the response or its failure.
	 */
	private static final class GuardedCallback extends DelegatingExecCallback {

		GuardedCallback(AsyncExecCallback callback) {
			super(callback);
		}

		@Override
		public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails entity)
				throws HttpException, IOException {
			try {
				AsyncDataConsumer consumer = super.handleResponse(response, entity);
				return (consumer != null) ? new GuardedConsumer(consumer) : null;
			}
			catch (Error ex) {
				throw exception(ex);
			}
		}

		@Override
		public void completed() {
			try {
				super.completed();
			}
			catch (Error ex) {
				super.failed(exception(ex));
			}
		}

		@Override
		public void failed(Exception cause) {
			try {
				super.failed(cause);
			}
			catch (Error ex) {
				// No caller is left to take it
				Thread thread = Thread.currentThread();
				thread.getUncaughtExceptionHandler().uncaughtException(thread, ex);
			}
		}

	}

	/**
	 * Guards those who read the response.
	 *
	 * @param consumer takes its body
	 */
	private record GuardedConsumer(AsyncDataConsumer consumer) implements AsyncDataConsumer {

		@Override
		public void updateCapacity(CapacityChannel capacity) throws IOException {
			try {
				this.consumer.updateCapacity(capacity);
			}
			catch (Error ex) {
				throw exception(ex);
			}
		}

		@Override
		public void consume(ByteBuffer content) throws IOException {
			try {
				this.consumer.consume(content);
			}
			catch (Error ex) {
				throw exception(ex);
			}
		}

		@Override
		public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
			try {
				this.consumer.streamEnd(trailers);
			}
			catch (Error ex) {
				throw exception(ex);
			}
		}

		@Override
		public void releaseResources() {
			this.consumer.releaseResources();
		}

	}

	/**
	 * Guards those who publish the body of the request.
	 */
	private static final class GuardedBody extends AsyncEntityProducerWrapper {

		GuardedBody(AsyncEntityProducer body) {
			super(body);
		}

		@Override
		public void produce(DataStreamChannel channel) throws IOException {
			try {
				super.produce(channel);
			}
			catch (Error ex) {
				throw exception(ex);
			}
		}

	}

}
