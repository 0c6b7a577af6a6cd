package io.videoplatform.internal.discovery;

import java.time.Duration;

import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where the documents' requests may be redirected to.
 */
class RedirectTests {

	private final Platform platform = new Platform();

	private final Discovery discovery = this.platform.discovery();

	@AfterEach
	void close() {
		this.platform.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 301, 302, 303, 307, 308 })
	void providerWhenWebFingerIsRedirectedThenFollowed(int status) {
		this.platform.login.on("/jrd", TestResponse.json(this.platform.jrdFor(this.platform.issuer())));
		this.platform.api.on(Platform.WEBFINGER,
				TestResponse.status(status, "Location: " + this.platform.login.url() + "/jrd?resource=x"));
		Platform.get(this.discovery);
		assertThat(this.platform.login.lastRequest("/jrd").uri()).isEqualTo("/jrd?resource=x");
		assertThat(this.platform.login.lastRequest("/jrd").header("Accept"))
			.isEqualTo("application/jrd+json, application/json");
	}

	@Test
	void providerWhenManyHopsThenFiveAreFollowed() {
		chain(5);
		Platform.get(this.platform.discovery());
		chain(6);
		assertThat(Platform.failure(this.discovery)).hasMessageContaining("more than 5 redirects");
		assertThat(this.platform.api.requests().size()).isEqualTo(12);
	}

	private void chain(int hops) {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(302, "Location: /1"));
		for (int i = 1; i < hops; i++) {
			this.platform.api.on("/" + i, TestResponse.status(302, "Location: /" + (i + 1)));
		}
		this.platform.api.on("/" + hops, TestResponse.json(this.platform.jrdFor(this.platform.issuer())));
	}

	@Test
	void providerWhenHopsTogetherTakeTooLongThenEndedAtTheDeadline() {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.redirect(Platform.WEBFINGER));
		this.platform.api.delay((request, response) -> Mono.just(response).delayElement(Duration.ofMillis(400)));
		this.platform.deadline = Duration.ofSeconds(1);
		assertThat(Platform.failure(this.platform.discovery()))
			.hasMessageContaining("no complete response within 1000 ms");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			http://login.example.com/                | is plain http
			https://user:secret@login.example.com/   | has userinfo
			file:///etc/passwd                       | is not an absolute URL
			https://login.example.com\\@evil.example | is not a URL
			""")
	void providerWhenTargetBreaksRuleThenRefused(String location, String reason) {
		this.platform.api.on(Platform.WEBFINGER, TestResponse.status(302, "Location: " + location));
		assertThat(Platform.failure(this.discovery)).hasMessageContaining("redirect refused, its target " + reason)
			.hasMessageNotContaining("secret");
		assertThat(this.platform.api.requests().size()).isEqualTo(1);
	}

	@Test
	void providerWhenConfigurationIsRedirectedWithinItsOriginThenComparedWithTheUrlFirstAskedFor() {
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(307, "Location: /realms/other/document"));
		this.platform.login.on("/realms/other/document",
				TestResponse.json(Platform.configuration(this.platform.issuer())));
		assertThat(Platform.get(this.discovery).issuer()).isEqualTo(this.platform.issuer());
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://localhost:{login}/x", "http://127.0.0.1:{api}/x", "https://127.0.0.1:{login}/x",
			"//127.0.0.1:{api}/x", "https://login.example.com/x" })
	void providerWhenConfigurationIsRedirectedElsewhereThenRefused(String location) {
		String target = location.replace("{login}", "" + this.platform.login.port())
			.replace("{api}", "" + this.platform.api.port());
		this.platform.login.on(Platform.DOCUMENT, TestResponse.status(302, "Location: " + target));
		assertThat(Platform.failure(this.discovery))
			.hasMessageContaining("redirect refused, its target is not on the same origin");
		assertThat(this.platform.api.requests().size()).isEqualTo(1);
		assertThat(this.platform.login.requests().size()).isEqualTo(1);
	}

}
