package io.videoplatform.it.proxy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 message: the lines of its head and the bytes of its body.
 *
 * @param head the start line and the header lines
 * @param body the bytes after the empty line, as they came over the wire
 */
record HttpMessage(List<String> head, byte[] body) {

	private static final int LONGEST_LINE = 65536;

	/**
	 * Reads a request. One that came in chunks is joined.
	 * @param stream a connection
	 * @return the request, {@code null} if the connection has ended
	 * @throws IOException if it ends in the middle
	 */
	static @Nullable HttpMessage readRequest(InputStream stream) throws IOException {
		List<String> head = readHead(stream);
		if (head.isEmpty()) {
			return null;
		}
		HttpMessage message = new HttpMessage(head, new byte[0]);
		if (message.isChunked()) {
			byte[] joined = readChunks(stream);
			return new HttpMessage(head, joined).withoutHeader("Transfer-Encoding")
				.withHeader("Content-Length", String.valueOf(joined.length));
		}
		String length = message.header("Content-Length");
		int expected = (length != null) ? Integer.parseInt(length) : 0;
		byte[] body = stream.readNBytes(expected);
		if (body.length < expected) {
			throw new EOFException("The request ended after " + body.length + " of " + expected + " bytes");
		}
		return new HttpMessage(head, body);
	}

	/**
	 * Reads a response up to the end of the connection.
	 * @param stream a connection
	 * @return the response
	 * @throws IOException if there is none
	 */
	static HttpMessage readResponse(InputStream stream) throws IOException {
		List<String> head = readHead(stream);
		if (head.isEmpty()) {
			throw new EOFException("The connection ended without a response");
		}
		return new HttpMessage(head, stream.readAllBytes());
	}

	HttpMessage withoutHeader(String name) {
		String prefix = name.toLowerCase(Locale.ROOT) + ":";
		List<String> kept = this.head.stream()
			.filter((line) -> !line.toLowerCase(Locale.ROOT).startsWith(prefix))
			.toList();
		return new HttpMessage(kept, this.body);
	}

	HttpMessage withHeader(String name, String value) {
		List<String> lines = new ArrayList<>(withoutHeader(name).head());
		lines.add(name + ": " + value);
		return new HttpMessage(lines, this.body);
	}

	@Nullable String header(String name) {
		String prefix = name.toLowerCase(Locale.ROOT) + ":";
		return this.head.stream()
			.filter((line) -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
			.map((line) -> line.substring(prefix.length()).strip())
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns the path of a request.
	 * @return the path without its query
	 */
	String path() {
		return this.head.get(0).split(" ")[1].split("\\?")[0];
	}

	/**
	 * Returns the status of a response.
	 * @return the status code
	 */
	int status() {
		return Integer.parseInt(this.head.get(0).split(" ")[1]);
	}

	/**
	 * Whether the receiver sees the end of the body without the connection's end.
	 * @return {@code true} if the connection can be kept
	 */
	boolean isDelimited() {
		return isChunked() || header("Content-Length") != null || status() == 204 || status() == 304;
	}

	byte[] headBytes() {
		return (String.join("\r\n", this.head) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
	}

	byte[] bytes() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(headBytes());
		bytes.writeBytes(this.body);
		return bytes.toByteArray();
	}

	private boolean isChunked() {
		return header("Transfer-Encoding") != null;
	}

	private static List<String> readHead(InputStream stream) throws IOException {
		List<String> lines = new ArrayList<>();
		for (String line = readLine(stream); !line.isEmpty(); line = readLine(stream)) {
			lines.add(line);
		}
		return lines;
	}

	private static byte[] readChunks(InputStream stream) throws IOException {
		ByteArrayOutputStream chunks = new ByteArrayOutputStream();
		for (int size = readChunkSize(stream); size > 0; size = readChunkSize(stream)) {
			chunks.writeBytes(stream.readNBytes(size));
			readLine(stream);
		}
		readHead(stream);
		return chunks.toByteArray();
	}

	private static int readChunkSize(InputStream stream) throws IOException {
		return Integer.parseInt(readLine(stream).split(";")[0].strip(), 16);
	}

	private static String readLine(InputStream stream) throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int next = stream.read(); next >= 0 && next != '\n'; next = stream.read()) {
			line.write(next);
			if (line.size() > LONGEST_LINE) {
				throw new IOException("A line of more than " + LONGEST_LINE + " bytes");
			}
		}
		return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
	}

}
