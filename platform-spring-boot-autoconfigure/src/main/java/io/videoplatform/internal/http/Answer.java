package io.videoplatform.internal.http;

import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * A complete answer, whatever its status. Its {@code toString()} leaves headers and body
 * out.
 *
 * @param status the status code
 * @param headers the headers
 * @param body the decompressed bytes
 */
public record Answer(int status, HttpHeaders headers, byte[] body) {

	/**
	 * Return the value of a header's first line.
	 * @param name the header
	 * @return its value, or {@code null}
	 */
	public @Nullable String header(String name) {
		return this.headers.getFirst(name);
	}

	/**
	 * Return the content type as it may be shown.
	 * @return the content type, or "no content type"
	 */
	public String contentType() {
		String value = header(HttpHeaders.CONTENT_TYPE);
		return (value != null) ? PrintableUrl.text(value) : "no content type";
	}

	/**
	 * Return whether the content is said to be HTML, as captive portals and firewalls
	 * send it.
	 * @return whether it is HTML
	 */
	public boolean isHtml() {
		String value = Objects.requireNonNullElse(header(HttpHeaders.CONTENT_TYPE), "").toLowerCase(Locale.ROOT);
		return value.startsWith(MediaType.TEXT_HTML_VALUE) || value.startsWith(MediaType.APPLICATION_XHTML_XML_VALUE);
	}

	@Override
	public String toString() {
		return "Answer[status=%d, %d bytes]".formatted(this.status, this.body.length);
	}

}
