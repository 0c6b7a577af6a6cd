package io.videoplatform.samples.localplatform.video;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a file within a range.
 */
final class RangeStream extends FilterInputStream {

	private long left;

	private RangeStream(InputStream file, long length) {
		super(file);
		this.left = length;
	}

	static InputStream open(Path file, ByteRanges.Range range) throws IOException {
		InputStream stream = Files.newInputStream(file);
		try {
			stream.skipNBytes(range.first());
		}
		catch (IOException ex) {
			stream.close();
			throw ex;
		}
		return new RangeStream(stream, range.length());
	}

	@Override
	public int read() throws IOException {
		int value = (this.left > 0) ? super.read() : -1;
		this.left -= (value >= 0) ? 1 : 0;
		return value;
	}

	@Override
	public int read(byte[] buffer, int offset, int length) throws IOException {
		int count = (this.left > 0) ? super.read(buffer, offset, (int) Math.min(length, this.left)) : -1;
		this.left -= Math.max(count, 0);
		return count;
	}

	@Override
	public long skip(long count) throws IOException {
		long skipped = super.skip(Math.min(count, this.left));
		this.left -= skipped;
		return skipped;
	}

	@Override
	public int available() throws IOException {
		return (int) Math.min(super.available(), this.left);
	}

	@Override
	public boolean markSupported() {
		return false;
	}

}
