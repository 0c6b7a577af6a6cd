package io.videoplatform.internal.discovery;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.http.Origin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the settings of discovery may be.
 */
class DiscoverySettingsTests {

	private static final RootUrl ROOT = RootUrl.parse("https://api.example.com",
			Set.of(new Origin("http", "keycloak", 8080)));

	@ParameterizedTest
	@ValueSource(strings = { "PT-1S", "P366D", "PT2562047788015215H" })
	void createWhenDurationsAbsurdThenNamesProperty(Duration duration) {
		assertThat(failure(duration, Duration.ZERO, null).getProperty()).isEqualTo("platform.discovery.min-lifetime");
		assertThat(failure(Duration.ZERO, duration, null).getProperty()).isEqualTo("platform.discovery.stale-if-error");
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://login.example.com", "https://login.example.com/",
			"https://login.example.com/realms/x", "https://login.example.com:8443/realms/x/",
			"http://localhost:8080/realms/x", "http://keycloak:8080/realms/x" })
	void createWhenIssuerIsUrlThenAccepted(String issuer) {
		assertThatCode(() -> settings(Duration.ZERO, Duration.ZERO, issuer, issuer)).doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "login.example.com", "//login.example.com", "http://login.example.com",
			"https://login.example.com?x=secret", "https://login.example.com#secret",
			"https://u:secret@login.example.com", "https://", "https://login.example.com/a b", "https://*.example.com",
			"urn:x", "https://login.example.com/realms/x/.well-known/openid-configuration",
			"https://login.example.com/.well-known/oauth-authorization-server/realms/x" })
	void createWhenIssuerMalformedThenNamesProperty(String issuer) {
		PlatformConfigurationException failure = failure(Duration.ZERO, Duration.ZERO, issuer);
		assertThat(failure.getProperty()).isEqualTo("platform.issuer");
		assertThat(failure).hasMessageNotContaining("secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "*", "https://*", "https://*.", "https://*.com", "https://*.example.",
			"https://*.localhost", "http://*.example.com", "https://**.example.com", "https://a.*.example.com",
			"https://login*.example.com", "https://*.example.com/*", "https://*.10.0.0.1", "https://*.[::1]",
			"https://*example.com", "https://*.example.com?x=secret", "https://*.u:secret@example.com", "*.example.com",
			"" })
	void createWhenPatternMalformedThenNamesProperty(String pattern) {
		PlatformConfigurationException failure = failure(Duration.ZERO, Duration.ZERO, null, pattern);
		assertThat(failure.getProperty()).isEqualTo("platform.discovery.trusted-issuers");
		assertThat(failure).hasMessageNotContaining("secret");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			true  | https://*.vendor.example              | https://login.vendor.example/realms/x
			true  | https://*.vendor.example              | https://a.b.vendor.example
			true  | https://*.vendor.example              | https://LOGIN.Vendor.example/x
			true  | https://*.vendor.example:8443         | https://login.vendor.example:8443/x
			true  | https://*.vendor.example/realms       | https://login.vendor.example/realms
			true  | https://login.vendor.example/realms/x | https://login.vendor.example/realms/x
			false | https://*.vendor.example              | https://vendor.example/x
			false | https://*.vendor.example              | https://evilvendor.example/
			false | https://*.vendor.example              | https://login.vendor.example.evil.example/
			false | https://*.vendor.example              | http://login.vendor.example/
			false | https://*.vendor.example              | https://login.vendor.example:8443/
			false | https://*.vendor.example:8443         | https://login.vendor.example/
			false | https://*.vendor.example              | https://evil.example/login.vendor.example
			false | https://*.vendor.example              | https://evil.example#.vendor.example
			false | https://*.vendor.example              | https://login.vendor.example@evil.example/
			false | https://*.vendor.example              | https://login.vendor.example/?x
			false | https://*.vendor.example              | https://login.vendor.example./
			false | https://*.vendor.example/realms       | https://login.vendor.example/realmsx
			false | https://*.vendor.example/realms       | https://login.vendor.example/
			false | https://*.vendor.example/realms       | https://login.vendor.example/realms/../evil
			false | https://*.vendor.example/realms       | https://login.vendor.example/realms/%2e%2E/evil
			false | https://*.vendor.example/realms       | https://login.vendor.example/realms/x%2f..%2fy
			false | https://login.vendor.example/realms/x | https://login.vendor.example/realms/x/
			false | https://login.vendor.example/realms/x | https://LOGIN.vendor.example/realms/x
			""")
	void matchesWhenIssuerThenOnlyIfBelow(boolean expected, String pattern, String issuer) {
		assertThat(IssuerPattern.parse(pattern, ROOT.urlValidator()).matches(issuer)).isEqualTo(expected);
	}

	private static DiscoverySettings settings(Duration minimum, Duration stale, @Nullable String issuer,
			String... trusted) {
		return new DiscoverySettings(ROOT, new DocumentSettings(minimum, stale), ClientPropertyNames.DEFAULT, issuer,
				List.of(trusted), false);
	}

	private static PlatformConfigurationException failure(Duration minimum, Duration stale, @Nullable String issuer,
			String... trusted) {
		PlatformConfigurationException failure = catchThrowableOfType(PlatformConfigurationException.class,
				() -> settings(minimum, stale, issuer, trusted));
		assertThat(failure).isNotNull();
		return failure;
	}

}
