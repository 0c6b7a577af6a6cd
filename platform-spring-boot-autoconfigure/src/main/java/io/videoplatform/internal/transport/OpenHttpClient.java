package io.videoplatform.internal.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.http.DaemonThread;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * An HTTP client that this starter has built. It is closed when it has been released as
 * often as it was acquired, the first time by its builder.
 *
 * @param <T> the type of the client
 */
final class OpenHttpClient<T> {

	private static final Log logger = LogFactory.getLog(OpenHttpClient.class);

	private final HttpClientAdapter.Built<T> built;

	private final Consumer<OpenHttpClient<T>> closed;

	private final AtomicInteger uses = new AtomicInteger(1);

	private final AtomicBoolean closing = new AtomicBoolean();

	/**
	 * Create a new instance that is in use.
	 * @param built what was built
	 * @param closed takes this when it is closed
	 */
	OpenHttpClient(HttpClientAdapter.Built<T> built, Consumer<OpenHttpClient<T>> closed) {
		this.built = built;
		this.closed = closed;
	}

	T client() {
		return this.built.client();
	}

	/**
	 * Return whether there is anything to close, so that uses have to be counted.
	 */
	boolean isCounted() {
		return this.built.closer() != null;
	}

	/**
	 * Begin a use.
	 * @return whether it may be used, which is not so when all uses have ended
	 */
	boolean acquire() {
		return this.uses.getAndUpdate((count) -> (count > 0) ? count + 1 : 0) > 0;
	}

	/**
	 * End a use. The last one closes the client, on a thread of its own: a thread of the
	 * client may call.
	 */
	void release() {
		if (this.uses.decrementAndGet() == 0 && isCounted()) {
			DaemonThread.create("platform-http-close", this::close).start();
		}
	}

	/**
	 * Close the client whatever uses it.
	 */
	void close() {
		AutoCloseable closer = this.built.closer();
		if (!this.closing.compareAndSet(false, true) || closer == null) {
			return;
		}
		try {
			closer.close();
		}
		catch (Exception ex) {
			logger.warn(EventLog.explained(PlatformError.OTHER, "An HTTP client could not be closed"), ex);
		}
		this.closed.accept(this);
	}

	/**
	 * Return what ends a use, once however often it is called.
	 */
	Runnable releaseOnce() {
		AtomicBoolean released = new AtomicBoolean();
		return () -> {
			if (released.compareAndSet(false, true)) {
				release();
			}
		};
	}

}
