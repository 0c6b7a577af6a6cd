package io.videoplatform.internal.http;

import java.util.Set;

import io.videoplatform.internal.transport.AddressNetworks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a URL from outside must be before it is requested.
 */
class UrlValidatorTests {

	private final UrlValidator rules = new UrlValidator(Set.of(new Origin("http", "keycloak", 8080)),
			new AddressFilter("localhost", AddressNetworks::scope));

	@ParameterizedTest
	@ValueSource(strings = { "https://login.example.com", "https://login.example.com/a/b?c=d&e=f%20g",
			"HTTPS://LOGIN.EXAMPLE.COM/x", "https://login.example.com:8443/", "https://login.example.com:65535/",
			"https://[2001:db8::1]/x", "https://xn--bcher-kva.example/", "https://10.0.0.1/x",
			"http://localhost:8080/x", "http://LocalHost/x", "http://127.0.0.1:1/x", "http://127.255.0.9/",
			"http://[::1]:8080/x", "http://[0:0:0:0:0:0:0:1]/", "http://keycloak:8080/realms/x",
			"HTTP://KEYCLOAK:8080/x", "https://login.example.com/a%0d%0ab", "https://1e100.net/",
			"https://login.example.com./x" })
	void requireWhenAllowedThenSameText(String url) {
		assertThat(this.rules.require(url)).hasToString(url);
	}

	@Test
	void requireWhenLongerThanAnyUrlThenRefused() {
		String longest = "https://login.example.com/" + "a".repeat(8_000 - "https://login.example.com/".length());
		assertThat(this.rules.require(longest)).hasToString(longest);
		assertThatExceptionOfType(InvalidUrlException.class).isThrownBy(() -> this.rules.require(longest + "a"))
			.withMessage("has more than 8000 characters");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/relative                             | is not an absolute URL with a host
			//login.example.com/x                 | is not an absolute URL with a host
			https:///x                            | is not
			https://                              | is not a URL
			https://a_b.example.com/x             | has a host name with an underscore
			https://login.example.com:abc/        | is not
			javascript:alert(1)                   | is not an absolute URL with a host
			https://user:pw@login.example.com/    | has userinfo
			https://api.example.com@evil.example/ | has userinfo
			https://login.example.com/#           | has a fragment
			https://login.example.com:0/          | has an impossible port
			https://login.example.com:65536/      | has an impossible port
			file://localhost/etc/passwd           | has a scheme other than https
			http://login.example.com/             | is plain http
			http://keycloak:8081/                 | is plain http
			http://localhost.evil.example/        | is plain http
			http://localhost./                    | is plain http
			http://127.0.0.1.evil.example/        | is plain http
			http://[::2]/                         | is plain http
			http://0.0.0.0/                       | is plain http
			https://127.1/                        | is not an absolute URL with a host
			https://2130706433/                   | unusual form
			https://0x7f000001/                   | unusual form
			https://0177.0.0.1/                   | unusual form
			https://127.0.0.1./                   | is not an absolute URL with a host
			http://127.999.0.1/                   | is not an absolute URL with a host
			https://login.example.com\\@evil.example/ | is not a URL
			https://login.example.com/a b         | percent-encoded
			https://bücher.example/               | percent-encoded
			https://login.example.com/\u007fx      | percent-encoded
			https://login.exam\u200bple.com/     | percent-encoded
			https://login.example.com/%zz         | is not a URL
			https://[::1/                         | is not a URL
			""")
	void requireWhenRuleBrokenThenRefused(String url, String reason) {
		assertThatExceptionOfType(InvalidUrlException.class).isThrownBy(() -> this.rules.require(url))
			.withMessageContaining(reason)
			.withMessageNotContaining("pw");
	}

}
