package io.videoplatform.internal.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.http.StreamingHttpOutputMessage.Body;

/**
 * A body that says it is repeatable, and finds out whether it is: a value may hold what
 * is read only once, such as an iterator. Of what is written, nothing is kept but the
 * number of bytes and a checksum.
 */
final class RepeatableBody implements Body {

	private static final Log logger = LogFactory.getLog(RepeatableBody.class);

	private final Body body;

	private volatile @Nullable Checksum first;

	RepeatableBody(Body body) {
		this.body = body;
	}

	@Override
	public void writeTo(OutputStream output) throws IOException {
		Checksum checksum = new Checksum(output, Long.MAX_VALUE);
		if (this.first == null) {
			this.first = checksum;
		}
		this.body.writeTo(checksum);
		checksum.complete = true;
	}

	@Override
	public boolean repeatable() {
		return true;
	}

	/**
	 * Return whether the body is the same when it is written again. An engine that has a
	 * response before the body has been sent may be writing still: then the beginning is
	 * compared.
	 */
	boolean isSameAgain() {
		Checksum checksum = this.first;
		if (checksum == null) {
			return true;
		}
		boolean complete = checksum.complete;
		Written before = checksum.written();
		try {
			Checksum again = new Checksum(OutputStream.nullOutputStream(), before.length());
			this.body.writeTo(again);
			return again.written().repeats(before, complete);
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("A request is not sent again, because its body cannot be written again", ex);
			return false;
		}
	}

	/**
	 * What was written.
	 *
	 * @param length how many bytes
	 * @param checksum their checksum
	 */
	private record Written(long length, long checksum) {

		boolean repeats(Written before, boolean complete) {
			return this.checksum == before.checksum
					&& (complete ? this.length == before.length : this.length >= before.length);
		}

	}

	/**
	 * Sees what is written.
	 */
	private static final class Checksum extends OutputStream {

		private final OutputStream output;

		private final long limit;

		private final CRC32 checksum = new CRC32();

		private long length;

		private volatile boolean complete;

		/**
		 * Create a new instance.
		 * @param limit how many bytes the checksum is of
		 */
		Checksum(OutputStream output, long limit) {
			this.output = output;
			this.limit = limit;
		}

		synchronized Written written() {
			return new Written(this.length, this.checksum.getValue());
		}

		@Override
		public void write(int value) throws IOException {
			write(new byte[] { (byte) value }, 0, 1);
		}

		@Override
		public void write(byte[] bytes, int offset, int count) throws IOException {
			update(bytes, offset, count);
			this.output.write(bytes, offset, count);
		}

		private synchronized void update(byte[] bytes, int offset, int count) {
			long left = Math.max(0, this.limit - this.length);
			this.checksum.update(bytes, offset, (int) Math.min(count, left));
			this.length += count;
		}

		@Override
		public void flush() throws IOException {
			this.output.flush();
		}

		@Override
		public void close() throws IOException {
			this.output.close();
		}

	}

}
