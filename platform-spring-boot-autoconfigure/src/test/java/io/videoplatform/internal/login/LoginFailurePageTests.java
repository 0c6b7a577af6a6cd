package io.videoplatform.internal.login;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page for a person whose login does not go on.
 */
class LoginFailurePageTests {

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
		assertThat(LoginFailurePage.unavailable("It does not respond", "/oauth2/authorization/platform", 40))
			.contains("again in 40 seconds.", "<a href=\"/oauth2/authorization/platform\">");
		assertThat(LoginFailurePage.unavailable("It does not respond", "/", 1)).contains("again in a few seconds.");
	}

	@Test
	void pageWhenStyledThenItsPolicyAllowsThatStyleAndNothingElse() throws Exception {
		String style = LoginFailurePage.unavailable("It does not respond", "/", 1).split("</?style>")[1];
		byte[] digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
		assertThat(LoginFailurePage.HEADERS).containsEntry("Content-Security-Policy",
				"default-src 'none'; style-src 'sha256-" + Base64.getEncoder().encodeToString(digest)
						+ "'; frame-ancestors 'none'");
	}

}
