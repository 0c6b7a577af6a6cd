package io.videoplatform.testing;

import wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The threads of all servers of a process, so that one starts without threads of its own,
 * and ends while responses are still held.
 */
final class SharedThreads extends QueuedThreadPool {

	private static final int MAX = 4000;

	private static final int MIN = 8;

	static final SharedThreads INSTANCE = new SharedThreads();

	private SharedThreads() {
		super(MAX, MIN);
		setName("test-server");
		setDaemon(true);
		try {
			start();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * A server that ends waits for no thread.
	 */
	@Override
	public void join() {
	}

}
