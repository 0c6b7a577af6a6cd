package io.videoplatform.internal.transport;

import java.io.IOException;
import java.io.InputStream;

import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response of Apache HttpComponents that ends with its connection if it is
 * closed while another thread reads it. Without more, to close a body is to read it to
 * its end, which may never come.
 */
final class AbandonableEntity extends HttpEntityWrapper {

	private final Content content;

	private AbandonableEntity(HttpEntity entity, Runnable abandon) {
		super(entity);
		this.content = new Content(entity, abandon);
	}

	/**
	 * Execute a request, as the outermost part of the chain.
	 */
	static ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
			throws IOException, HttpException {
		ClassicHttpResponse response = chain.proceed(request, scope);
		HttpEntity entity = response.getEntity();
		if (entity != null) {
			response.setEntity(new AbandonableEntity(entity, scope.execRuntime::discardEndpoint));
		}
		return response;
	}

	@Override
	public InputStream getContent() {
		return this.content;
	}

	/**
	 * Knows the thread that reads it. It is opened by the first read, because opening a
	 * compressed body reads its beginning.
	 */
	private static final class Content extends InputStream {

		private final HttpEntity entity;

		private final Runnable abandon;

		private volatile @Nullable Thread reader;

		private volatile @Nullable InputStream opened;

		Content(HttpEntity entity, Runnable abandon) {
			this.entity = entity;
			this.abandon = abandon;
		}

		private InputStream open() throws IOException {
			InputStream opened = this.opened;
			if (opened == null) {
				opened = this.entity.getContent();
				this.opened = opened;
			}
			return opened;
		}

		@Override
		public int read() throws IOException {
			this.reader = Thread.currentThread();
			return noteEnd(open().read());
		}

		@Override
		public int read(byte[] bytes, int offset, int length) throws IOException {
			this.reader = Thread.currentThread();
			return noteEnd(open().read(bytes, offset, length));
		}

		private int noteEnd(int read) {
			if (read == -1) {
				this.reader = null;
			}
			return read;
		}

		@Override
		public int available() throws IOException {
			return open().available();
		}

		@Override
		public void close() throws IOException {
			Thread reader = this.reader;
			if (reader != null && reader != Thread.currentThread()) {
				this.abandon.run();
			}
			else {
				open().close();
			}
		}

	}

}
