package io.videoplatform.testing;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * A response of a {@link TestServer}.
 */
public record TestResponse(int status, HttpHeaders headers, byte[] content, Ending ending) {

	/**
	 * Instead of a status code: the connection is reset and nothing is sent.
	 */
	public static final int RESET = -1;

	/**
	 * Create a response that is sent completely.
	 */
	public TestResponse(int status, Map<String, String> headers, String body) {
		this(status, headers(headers), body, Ending.COMPLETE);
	}

	/**
	 * Create a response whose body is text.
	 */
	public TestResponse(int status, HttpHeaders headers, String body, Ending ending) {
		this(status, headers, body.getBytes(StandardCharsets.UTF_8), ending);
	}

	/**
	 * Return the body as text.
	 */
	public String body() {
		return new String(this.content, StandardCharsets.UTF_8);
	}

	private static HttpHeaders headers(Map<String, String> values) {
		HttpHeaders headers = new HttpHeaders();
		values.forEach(headers::add);
		return headers;
	}

	/**
	 * Return a response without a body.
	 */
	public static TestResponse status(int status, String... headers) {
		return of(status, "", headers);
	}

	/**
	 * Return a response with a body.
	 */
	public static TestResponse of(int status, String body, String... headers) {
		return new TestResponse(status, Map.of(), body).with(headers);
	}

	/**
	 * Return a JSON document with status 200.
	 */
	public static TestResponse json(String body, String... headers) {
		return of(200, body, headers).with("Content-Type: application/json");
	}

	/**
	 * Return a JSON document that is not to be cached.
	 */
	public static TestResponse json(int status, Map<String, ? extends @Nullable Object> members) {
		return of(status, JSONObjectUtils.toJSONString(members), "Content-Type: application/json",
				"Cache-Control: no-store");
	}

	/**
	 * Return an error response (RFC 6749, section 5.2).
	 */
	public static TestResponse error(int status, String error) {
		return json(status, Map.of("error", error));
	}

	/**
	 * Return a redirect with status 302.
	 */
	public static TestResponse redirect(String location) {
		return status(302, "Location: " + location);
	}

	/**
	 * Return what a request gets that WireMock's stubs are to respond to.
	 */
	public static TestResponse stubbed() {
		return status(404).ending(Ending.STUBBED);
	}

	/**
	 * Return this response with further headers.
	 */
	public TestResponse with(String... lines) {
		HttpHeaders all = new HttpHeaders();
		all.addAll(this.headers);
		for (String line : lines) {
			int colon = line.indexOf(':');
			all.add(line.substring(0, colon), line.substring(colon + 1).trim());
		}
		return new TestResponse(this.status, all, this.content, this.ending);
	}

	/**
	 * Return this response with another end.
	 */
	public TestResponse ending(Ending other) {
		return new TestResponse(this.status, this.headers, this.content, other);
	}

	/**
	 * Whether the length of the body is to be stated (RFC 9110, section 8.6).
	 */
	boolean hasLength() {
		return this.status >= 200 && this.status != 204 && this.status != 304
				&& !this.headers.containsHeader(HttpHeaders.CONTENT_LENGTH)
				&& !this.headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
	}

	/**
	 * How much of a body is sent.
	 */
	public enum Ending {

		/**
		 * All of it.
		 */
		COMPLETE,

		/**
		 * One half, then the connection is closed.
		 */
		TRUNCATED,

		/**
		 * One half, then nothing more, and the connection stays open.
		 */
		STALLED,

		/**
		 * What WireMock's stubs say instead.
		 */
		STUBBED

	}

}
