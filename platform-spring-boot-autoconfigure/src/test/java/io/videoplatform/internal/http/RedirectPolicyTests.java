package io.videoplatform.internal.http;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which redirects are followed.
 */
class RedirectPolicyTests {

	@ParameterizedTest
	@CsvSource({ "200,false", "300,false", "301,true", "302,true", "303,true", "304,false", "305,false", "306,false",
			"307,true", "308,true", "401,false" })
	void isRedirectWhenStatusLeadsElsewhereThenOnlyThat(int status, boolean expected) {
		assertThat(RedirectPolicy.isRedirect(status)).isEqualTo(expected);
	}

	@Test
	void targetWhenFromHttpsToHttpThenRefusedAlsoForLoopback() {
		URI https = URI.create("https://127.0.0.1/");
		URI http = URI.create("http://127.0.0.1/");
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> RedirectPolicy.NO_DOWNGRADE.target(https, http.toString()))
			.withMessage("is plain http");
		assertThat(RedirectPolicy.NO_DOWNGRADE.target(http, http.toString())).isEqualTo(http);
		assertThat(RedirectPolicy.NO_DOWNGRADE.target(http, https.toString())).isEqualTo(https);
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://h/x", "https://h:444/x", "https://i/x", "//i/x", "https://user@h/x", "mailto:x" })
	void targetWhenOnAnotherOriginThenRefused(String location) {
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> RedirectPolicy.SAME_ORIGIN.target(URI.create("https://h/"), location))
			.withMessage("is not on the same origin");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a b", "/targ\u00e9t", "/targ\u00c3\u00a9t", "\u00a0", "http://[::1", "%zz" })
	void targetWhenLocationIsNoUrlThenRefused(String location) {
		assertThatExceptionOfType(InvalidUrlException.class)
			.isThrownBy(() -> RedirectPolicy.NO_DOWNGRADE.target(URI.create("https://h/"), location))
			.withMessage("is not a URL");
	}

	@ParameterizedTest
	@CsvSource({ "https://h/a/b,c,https://h/a/c", "https://h/a/b,../c,https://h/c",
			"https://h/a/b?c,c?d,https://h/a/c?d", "https://h/a/b,//i/c,https://i/c",
			"https://h/a/b,/c?d,https://h/c?d", "https://h/a/b,https://i,https://i",
			"https://h:8443/a%2Fb/c?x=%20,d%20e,https://h:8443/a%2Fb/d%20e" })
	void targetWhenRelativeThenAsSpecified(String from, String location, String expected) {
		assertThat(RedirectPolicy.NO_DOWNGRADE.target(URI.create(from), location)).hasToString(expected);
	}

}
