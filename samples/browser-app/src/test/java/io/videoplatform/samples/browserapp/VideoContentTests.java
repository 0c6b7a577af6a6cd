package io.videoplatform.samples.browserapp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpSessionEvent;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.coyote.CloseNowException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.DelegatingServletOutputStream;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that the end of a session cancels its transfers, and that a download releases
 * every buffer that it receives, however it ends: Netty counts their references.
 */
class VideoContentTests {

	private static final int PIECES = 100;

	private static final int PIECE = 16 * 1024;

	private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

	private final List<ByteBuf> received = new ArrayList<>();

	private final AtomicBoolean cancelled = new AtomicBoolean();

	private final SessionEnd sessionEnd = new SessionEnd();

	private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	VideoContentTests() {
		this.sessionEnd.sessionCreated(new HttpSessionEvent(this.request.getSession()));
	}

	@AfterEach
	void everyBufferIsReleased() {
		assertThat(this.received).allMatch((buffer) -> buffer.refCnt() == 0);
		assertThat(this.allocator.metric().usedDirectMemory()).isZero();
	}

	@Test
	void downloadWhenUserLogsOutThenEnds() {
		assertThatExceptionOfType(CloseNowException.class)
			.isThrownBy(() -> download(pieces(), responseThat(this::logOut)));
		assertThat(this.received).hasSizeLessThan(PIECES);
		assertThat(this.cancelled).isTrue();
	}

	@Test
	void downloadWhenBrowserClosesTheConnectionThenEnds() throws IOException {
		download(pieces(), responseThat(() -> {
			throw new ClientAbortException();
		}));
		assertThat(this.received).hasSizeLessThan(PIECES);
		assertThat(this.cancelled).isTrue();
	}

	@Test
	void uploadWhenUserLogsOutBeforeTheResponseThenCancelled() {
		Mono<ClientResponse> unresponsive = Mono.<ClientResponse>never()
			.doOnRequest((number) -> logOut())
			.doOnCancel(() -> this.cancelled.set(true));
		assertThatExceptionOfType(ResponseStatusException.class)
			.isThrownBy(() -> content(unresponsive).upload("large", this.request));
		assertThat(this.cancelled).isTrue();
	}

	private void download(Flux<DataBuffer> body, MockHttpServletResponse response) throws IOException {
		download(Mono.just(body), response);
	}

	private void download(Mono<Flux<DataBuffer>> body, MockHttpServletResponse response) throws IOException {
		content(body.map((pieces) -> ClientResponse.create(HttpStatus.OK).body(pieces).build())).download("large",
				this.request, response);
	}

	private VideoContent content(Mono<ClientResponse> response) {
		return new VideoContent(WebClient.builder().exchangeFunction((request) -> response).build(), this.sessionEnd);
	}

	private Flux<DataBuffer> pieces() {
		NettyDataBufferFactory buffers = new NettyDataBufferFactory(this.allocator);
		return Flux.range(0, PIECES).map((number) -> {
			ByteBuf piece = this.allocator.directBuffer(PIECE).writeZero(PIECE);
			this.received.add(piece);
			return (DataBuffer) buffers.wrap(piece);
		}).doOnCancel(() -> this.cancelled.set(true));
	}

	private void logOut() {
		this.sessionEnd.sessionDestroyed(new HttpSessionEvent(this.request.getSession()));
		this.request.getSession().invalidate();
	}

	/**
	 * Return a response that does something as the first bytes are written.
	 */
	private static MockHttpServletResponse responseThat(Write write) {
		OutputStream stream = new OutputStream() {

			private boolean written;

			@Override
			public void write(int value) throws IOException {
				if (!this.written) {
					this.written = true;
					write.run();
				}
			}

		};
		return new MockHttpServletResponse() {

			@Override
			public ServletOutputStream getOutputStream() {
				return new DelegatingServletOutputStream(stream);
			}

		};
	}

	/**
	 * What happens on the way to the browser.
	 */
	private interface Write {

		void run() throws IOException;

	}

}
