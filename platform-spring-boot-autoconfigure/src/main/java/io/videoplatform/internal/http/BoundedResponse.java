package io.videoplatform.internal.http;

import java.util.Locale;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * A complete response, whatever its status, whose size was limited. Its
 * {@code toString()} leaves headers and body out.
 *
 * @param status the status code
 * @param headers the headers
 * @param body the decompressed bytes
 */
public record BoundedResponse(int status, HttpHeaders headers, byte[] body) {

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
	 * Return whether the content is HTML, as captive portals, proxies and firewalls send
	 * it, whatever its type.
	 * @return whether the content type or the content says so
	 */
	public boolean isHtml() {
		String type = Objects.requireNonNullElse(header(HttpHeaders.CONTENT_TYPE), "").toLowerCase(Locale.ROOT);
		return type.startsWith(MediaType.TEXT_HTML_VALUE) || type.startsWith(MediaType.APPLICATION_XHTML_XML_VALUE)
				|| startsWithTag();
	}

	private boolean startsWithTag() {
		for (byte character : this.body) {
			if (!Character.isWhitespace(character)) {
				return character == '<';
			}
		}
		return false;
	}

	@Override
	public String toString() {
		return "BoundedResponse[status=%d, %d bytes]".formatted(this.status, this.body.length);
	}

}
