package io.videoplatform.internal.http;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a credential is bound to.
 */
class OriginTests {

	@ParameterizedTest
	@CsvSource({ "https://api.example.com/v1/,https://api.example.com",
			"HTTPS://API.example.COM,https://api.example.com", "https://api.example.com:443/,https://api.example.com",
			"https://api.example.com:8443,https://api.example.com:8443", "http://localhost:80/,http://localhost",
			"http://localhost:443/,http://localhost:443", "https://[::1]:9/x,https://[::1]:9" })
	void ofWhenUrlThenSchemeHostAndPort(String url, String expected) {
		assertThat(Origin.of(URI.create(url))).hasToString(expected);
	}

	@ParameterizedTest
	@CsvSource({ "https://api.example.com/v1/x,true", "https://API.EXAMPLE.com:443/,true",
			"HTTPS://api.example.com?x,true", "http://api.example.com/,false", "http://api.example.com:443/,false",
			"https://api.example.com:444/,false", "https://api.example.com.evil.example/,false",
			"https://evil.example/api.example.com,false", "https://api.example.com@evil.example/,false",
			"https://user@api.example.com/,false", "https://@api.example.com/,false", "//api.example.com/,false",
			"/v1/,false", "mailto:x@api.example.com,false", "https://api.example.com./,false" })
	void containsWhenUrlThenOnlyIfOfThisOrigin(String url, boolean expected) {
		assertThat(Origin.of(URI.create("https://api.example.com")).contains(URI.create(url))).isEqualTo(expected);
	}

	@Test
	void ofWhenNoHostThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Origin.of(URI.create("/v1/?token=secret")))
			.withMessageNotContaining("secret");
		assertThatIllegalArgumentException().isThrownBy(() -> Origin.of(URI.create("mailto:x@example.com")));
	}

}
