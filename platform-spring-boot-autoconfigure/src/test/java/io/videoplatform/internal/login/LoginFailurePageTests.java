package io.videoplatform.internal.login;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.login.oidc.OidcProviderUnavailableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What people are told of a login that does not go on.
 */
class LoginFailurePageTests {

	private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

	@Test
	void pageWhenReasonIsForeignThenEscaped() {
		String page = LoginFailurePage.refused(LoginRefusal.of("platform", "from '<script>alert(1)</script>' & co"),
				"/oauth2/authorization/platform?\"><b>");
		assertThat(page).doesNotContain("<script", "\"><b>")
			.contains("&lt;script&gt;alert(1)&lt;/script&gt;", "&amp; co", "<html lang=\"en\">", "<title>",
					"name=\"viewport\"");
	}

	@Test
	void pageWhenProviderIsDownThenSaysWhenAndLeadsToTheLogin() {
		assertThat(LoginFailurePage.unavailable("It does not answer", "/oauth2/authorization/platform", 40))
			.contains("again in 40 seconds.", "<a href=\"/oauth2/authorization/platform\">");
		assertThat(LoginFailurePage.unavailable("It does not answer", "/", 1)).contains("again in a few seconds.");
	}

	@Test
	void pageWhenStyledThenItsPolicyAllowsThatStyleAndNothingElse() throws Exception {
		String style = LoginFailurePage.unavailable("It does not answer", "/", 1).split("</?style>")[1];
		byte[] digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
		assertThat(LoginFailurePage.HEADERS).containsEntry("Content-Security-Policy",
				"default-src 'none'; style-src 'sha256-" + Base64.getEncoder().encodeToString(digest)
						+ "'; frame-ancestors 'none'");
	}

	private static HttpHeaders headers(@Nullable String accept, String... others) {
		HttpHeaders headers = new HttpHeaders();
		if (accept != null) {
			headers.set("Accept", accept);
		}
		for (int i = 0; i < others.length; i += 2) {
			headers.set(others[i], others[i + 1]);
		}
		return headers;
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
			"application/xhtml+xml" })
	void requestWhenItNamesHtmlThenWantsAPage(String accept) {
		assertThat(LoginFailurePage.wantsPage(headers(accept))).isTrue();
		assertThat(LoginFailurePage.wantsPage(headers(accept, "Sec-Fetch-Mode", "navigate"))).isTrue();
		assertThat(LoginFailurePage.wantsPage(headers(accept, "X-Requested-With", "XMLHttpRequest"))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "cors", "no-cors", "same-origin", "websocket", "anything" })
	void requestWhenItIsNoNavigationThenWantsNone(String mode) {
		assertThat(LoginFailurePage.wantsPage(headers("text/html", "Sec-Fetch-Mode", mode))).isFalse();
		assertThat(LoginFailurePage.takesPage(headers("text/html", "Sec-Fetch-Mode", mode))).isFalse();
		assertThat(LoginFailurePage.takesPage(headers(null, "Sec-Fetch-Mode", mode))).isFalse();
	}

	@Test
	void requestWhenItDoesNotNameHtmlThenWantsNone() {
		for (@Nullable
		String accept : new String[] { null, "", "*/*", "application/json", "text/html;q=0", "broken" }) {
			assertThat(LoginFailurePage.wantsPage(headers(accept))).as("%s", accept).isFalse();
		}
	}

	@ParameterizedTest
	@CsvSource({ "/login?error, true", "https://app.example/login?a=b&error=c, true", "/login?errors=1, false",
			"/error, false", "/videos?about=errors, false" })
	void redirectWhenItHasTheParameterErrorThenLeadsToError(String location, boolean error) {
		assertThat(LoginFailurePage.leadsToError(location)).isEqualTo(error);
	}

	@Test
	void outageWhenProviderIsNotAcceptedThenNotSaidToBeSilent() {
		LoginUnavailableException refused = LoginUnavailableException.of(new PlatformDiscoveryException(
				"the issuer is another one", PlatformStep.PROVIDER_CONFIGURATION, null, false, null, null));
		assertThat(refused.explanation()).doesNotContain("does not answer").contains("not accepted");
		assertThat(LoginUnavailableException.of(refused)).isSameAs(refused);
	}

	@Test
	void outageWhenDeepInTheCausesThenFound() {
		OidcProviderUnavailableException outage = new OidcProviderUnavailableException("no keys", PlatformStep.ID_TOKEN,
				null, NOW.plusMillis(2100), null);
		LoginUnavailableException found = LoginUnavailableException
			.in(new OAuth2AuthenticationException(new OAuth2Error("x"), "x", outage));
		assertThat(found).isNotNull();
		assertThat(found.retryAfter(NOW)).isEqualTo(3);
		assertThat(LoginUnavailableException.in(new IllegalStateException(new OAuth2AuthenticationException("x"))))
			.isNull();
	}

	@Test
	void outageWhenNextAttemptIsPastOrUnknownThenAtLeastASecond() {
		List<Long> seconds = Stream.of(NOW.minusSeconds(9), NOW, null)
			.map((next) -> new LoginUnavailableException("down", PlatformStep.LOGIN, null, next, null).retryAfter(NOW))
			.toList();
		assertThat(seconds).containsExactly(1L, 1L, 5L);
	}

}
