package io.videoplatform.samples.browserapp;

import java.io.InputStream;

import org.jspecify.annotations.Nullable;

/**
 * Bytes without an end.
 */
final class EndlessStream extends InputStream {

	private long left = Long.MAX_VALUE;

	private @Nullable Action action;

	/**
	 * Do something when so many bytes have been read.
	 */
	void after(long bytes, Action then) {
		this.left = bytes;
		this.action = then;
	}

	@Override
	public int read() {
		return read(new byte[1], 0, 1);
	}

	@Override
	public int read(byte[] bytes, int offset, int length) {
		this.left -= length;
		Action next = this.action;
		if (this.left < 0 && next != null) {
			this.action = null;
			run(next);
		}
		return length;
	}

	private static void run(Action action) {
		try {
			action.run();
		}
		catch (Exception ex) {
			throw new IllegalStateException("The action failed", ex);
		}
	}

	/**
	 * What happens on the way.
	 */
	interface Action {

		void run() throws Exception;

	}

}
