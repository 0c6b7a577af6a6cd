package io.videoplatform.internal.http;

import java.net.URI;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What of a URL may stand in messages.
 */
class PrintableUrlTests {

	@ParameterizedTest
	@CsvSource({ "https://u:secret@api.example.com:8443/a/b?c=secret#secret,https://api.example.com:8443/a/b",
			"https://api.example.com?secret,https://api.example.com",
			"https://api.example.com/a%0d%0ab?x,https://api.example.com/a%0d%0ab",
			"https://api.example.com/a%E2%80%AE%E2%80%8Bb,https://api.example.com/a%E2%80%AE%E2%80%8Bb",
			"https://api.example.com/a%2Fb%25,https://api.example.com/a%2Fb%25",
			"https://api.example.com/k\u00e4se\u202e,https://api.example.com/k%C3%A4se%E2%80%AE",
			"https://api.example.com/%FF,https://api.example.com/%FF", "https://[::1]:1/x?secret,https://[::1]:1/x",
			"/x/y?secret,/x/y", "x?secret,x", "http:/x,http:/x", "mailto:secret,about:invalid" })
	void ofWhenUrlThenWithoutUserinfoQueryAndFragment(String url, String expected) {
		assertThat(PrintableUrl.of(URI.create(url))).hasToString(expected);
	}

}
