package io.videoplatform.internal.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;

import io.videoplatform.internal.transport.AddressNetworks;
import org.junit.jupiter.api.Test;

import org.springframework.http.HttpHeaders;

/**
 * Text of any length, read by what reads text of other hosts.
 */
class HostileTextTests {

	private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

	@Test
	void parseWhenDateIsHostileThenEnds() {
		HostileText.feed((text) -> BoundedResponse.seconds(text), "0", "1");
	}

	@Test
	void requireWhenUrlIsHostileThenEnds() {
		UrlValidator rules = new UrlValidator(Set.of(), new AddressFilter("api.example.com", AddressNetworks::scope));
		HostileText.feed(rules::require, "https://", "https://example.com/", "https://[", "https://1.2.3.4",
				"http://127.", "https://a?");
		HostileText.feed(UrlValidator::isLoopback, "127.");
		HostileText.feed((text) -> new AddressFilter(text, AddressNetworks::scope), "[::", "1.2.3.");
	}

	@Test
	void resolveWhenReferenceIsHostileThenEnds() {
		URI base = URI.create("https://example.com/a/b");
		HostileText.feed((text) -> RedirectPolicy.NO_DOWNGRADE.target(base, text), "/", "../", "?",
				"https://example.com/");
	}

	@Test
	void printWhenTextIsHostileThenEnds() {
		HostileText.feed(PrintableText::of);
		HostileText.feed((text) -> PrintableUrl.of(URI.create(text)), "https://example.com/", "https://example.com?");
	}

	@Test
	void readWhenBodyIsHostileThenEnds() {
		HostileText.feed((text) -> JsonObjectReader.read(text.getBytes(StandardCharsets.UTF_8)), "{\"a\":", "{\"a\":\"",
				"{\"a\":[", "{\"", "{\"a\":-", "\ufeff{");
		HostileText.feed((text) -> JsonObjectReader.readLeniently(text.getBytes(StandardCharsets.UTF_8)), "{\"a\":",
				"{\"a\":\"", "{\"a\":[", "{\"", "\ufeff{");
	}

	@Test
	void contentTypeWhenHostileThenEnds() {
		HostileText.feed((text) -> {
			HttpHeaders headers = new HttpHeaders();
			headers.set(HttpHeaders.CONTENT_TYPE, text);
			BoundedResponse response = new BoundedResponse(200, headers, new byte[0]);
			response.isHtml();
			response.contentType();
		}, "text/html;", "application/json; charset=\"");
	}

}
