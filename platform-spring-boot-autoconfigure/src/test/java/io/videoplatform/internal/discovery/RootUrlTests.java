package io.videoplatform.internal.discovery;

import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.HostileText;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.http.UrlValidator;
import io.videoplatform.internal.transport.AddressNetworks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What {@code platform.root-url} may be and what becomes of it.
 */
class RootUrlTests {

	private static final Set<Origin> MESH = Set.of(new Origin("http", "api", 8080));

	@ParameterizedTest
	@CsvSource({ "https://api.example.com,https://api.example.com", "https://api.example.com/,https://api.example.com",
			"HTTPS://API.Example.COM,https://api.example.com", "https://api.example.com:443,https://api.example.com",
			"https://api.example.com:,https://api.example.com",
			"https://api.example.com:8443/,https://api.example.com:8443",
			"' https://api.example.com ',https://api.example.com",
			"https://xn--bcher-kva.example,https://xn--bcher-kva.example",
			"http://localhost:8080,http://localhost:8080", "http://localhost:80/,http://localhost",
			"http://127.0.0.1:9/,http://127.0.0.1:9", "http://[::1]:8080,http://[::1]:8080",
			"http://api:8080,http://api:8080", "https://10.1.2.3,https://10.1.2.3",
			"https://api.example.com:00443,https://api.example.com" })
	void parseWhenSchemeAndHostThenNormalised(String value, String expected) {
		assertThat(RootUrl.parse(value, MESH)).hasToString(expected);
	}

	@Test
	void urlsWhenParsedThenRootBaseAndWebFingerEncodedOnce() {
		RootUrl root = RootUrl.parse("https://api.example.com:8443/", Set.of());
		assertThat(root.uri()).hasToString("https://api.example.com:8443");
		assertThat(root.baseUrl()).hasToString("https://api.example.com:8443/v1/");
		assertThat(root.webFingerUrl()).hasToString(
				"https://api.example.com:8443/.well-known/webfinger?resource=https%3A%2F%2Fapi.example.com%3A8443%2Fv1%2F");
		assertThat(root.webFingerUrl().getQuery()).isEqualTo("resource=https://api.example.com:8443/v1/");
		assertThat(root.origin()).isEqualTo(new Origin("https", "api.example.com", 8443));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			api.example.com                      | has no scheme, or no '//' after it
			https:api.example.com                | has no scheme, or no '//' after it
			${API}                               | refers to a variable that is not set
			https://api example.com              | has characters that must be percent-encoded
			https://[fe80::1%nowhere]            | has a host that is no valid IP address
			https://evil.example\uff0f.api.example | has characters that must be percent-encoded
			https://customer\u3002example        | has characters that must be percent-encoded
			https://0177.0.0.1                   | unusual form
			http://api.example.com               | is plain http
			https://user:secret@api.example.com  | has userinfo
			https://api.example.com/v1           | has a path
			https://api.example.com//            | has a path
			https://api.example.com?a=secret     | has a query
			https://api.example.com/#secret      | has a fragment
			""")
	void parseWhenAnythingElseThenNamesPropertyValueAndAction(String value, String reason) {
		PlatformConfigurationException failure = failure(value);
		assertThat(failure.getProperty()).isEqualTo("platform.root-url");
		assertThat(failure.getDescription()).contains(reason).doesNotContain("secret");
		assertThat(failure.getAction()).matches(reason.equals("is plain http")
				? "Use https\\. .*'platform\\.plain-http-origins' only if it has no https\\." : "Write .*");
		assertThat(failure.getValue()).isNotNull().doesNotContain("secret");
		assertThat(failure).hasMessageNotContaining("secret");
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", " ", "\t\n" })
	void parseWhenMissingThenSaysSo(@Nullable String value) {
		assertThat(failure(value)).hasMessageStartingWith("Property 'platform.root-url' is not set.");
	}

	private static PlatformConfigurationException failure(@Nullable String value) {
		PlatformConfigurationException failure = catchThrowableOfType(PlatformConfigurationException.class,
				() -> RootUrl.parse(value, MESH));
		assertThat(failure).isNotNull();
		return failure;
	}

	@Test
	void parseWhenUrlIsHostileThenEnds() {
		HostileText.feed((text) -> RootUrl.parse(text, Set.of()), "https://", "https://user:", "https://[",
				"https://a/", "https://a:", "https://a?");
		HostileText.feed(PrintableUrl::masked, "https://user:", "https://a?");
		UrlValidator rules = new UrlValidator(Set.of(), new AddressFilter("api.example.com", AddressNetworks::scope));
		HostileText.feed((text) -> IssuerPattern.parse(text, rules), "https://*.", "https://a/", "https://a/*/");
	}

}
