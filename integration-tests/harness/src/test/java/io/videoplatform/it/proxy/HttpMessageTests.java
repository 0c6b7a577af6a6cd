package io.videoplatform.it.proxy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link HttpMessage}.
 */
class HttpMessageTests {

	@Test
	void readRequestWhenTwoOnOneConnectionThenBothAndTheEnd() throws IOException {
		InputStream stream = stream(
				"POST /a?b=c HTTP/1.1\r\nContent-Length: 3\r\n\r\nxyzGET /d HTTP/1.1\r\nHost: h\r\n\r\n");
		assertThat(HttpMessage.readRequest(stream)).satisfies((request) -> {
			assertThat(request.path()).isEqualTo("/a");
			assertThat(request.body()).asString().isEqualTo("xyz");
		});
		assertThat(HttpMessage.readRequest(stream)).extracting(HttpMessage::path).isEqualTo("/d");
		assertThat(HttpMessage.readRequest(stream)).isNull();
	}

	@Test
	void readRequestWhenChunkedThenJoined() throws IOException {
		InputStream stream = stream(
				"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\nGET /next HTTP/1.1\r\n\r\n");
		assertThat(HttpMessage.readRequest(stream)).satisfies((request) -> {
			assertThat(request.head()).containsExactly("POST / HTTP/1.1", "Content-Length: 5");
			assertThat(request.body()).asString().isEqualTo("abcde");
		});
		assertThat(HttpMessage.readRequest(stream)).extracting(HttpMessage::path).isEqualTo("/next");
	}

	@Test
	void readRequestWhenBodyIsShortThenFails() {
		InputStream stream = stream("POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nxyz");
		assertThatExceptionOfType(EOFException.class).isThrownBy(() -> HttpMessage.readRequest(stream));
	}

	@Test
	void withHeaderWhenPresentThenReplacedWhateverItsCase() throws IOException {
		HttpMessage response = HttpMessage
			.readResponse(stream("HTTP/1.1 200 OK\r\nconnection: close\r\nContent-Length: 2\r\n\r\nok"));
		assertThat(response.withHeader("Connection", "keep-alive").bytes()).asString()
			.isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok");
		assertThat(response.isDelimited()).isTrue();
		assertThat(response.withoutHeader("content-length").isDelimited()).isFalse();
	}

	private static InputStream stream(String text) {
		return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
	}

}
