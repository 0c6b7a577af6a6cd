package io.videoplatform.it.browser;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.webdriver.Browsers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what users have uploaded, on its way through the server: videos play, pages do
 * not act in the application's name.
 */
@Tag("full")
class UploadsIT {

	private static final String TRACE = "/script-has-run";

	private static final String HTML = "<!doctype html><title>Page</title><script>fetch('%s')</script>"
		.formatted(TRACE);

	private static final String SVG = "<svg xmlns='http://www.w3.org/2000/svg' onload=\"fetch('%s')\"><script>fetch('%1$s')</script></svg>"
		.formatted(TRACE);

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@Order(3)
	@RegisterExtension
	static final Deployment deployment = new Deployment(keycloak);

	private Page page;

	@BeforeEach
	void logIn() {
		deployment.api().add("page", "text/html", HTML.getBytes(StandardCharsets.UTF_8));
		deployment.api().add("picture", "image/svg+xml", SVG.getBytes(StandardCharsets.UTF_8));
		deployment.api().add("sound", "audio/wav", sound(60));
		this.page = deployment.open(browsers).enter("server").awaitServerList();
	}

	@AfterEach
	void showEverything() {
		deployment.front(Site.PAGE).dropHeaders(List.of());
		keycloak.realm().endAllSessions();
	}

	@Test
	void videoWhenPlayedFromMiddleThenRangesPass() {
		// autoplay is allowed to those who click
		this.page.browser().find(By.xpath("//ul[@id='server-videos']/li[contains(., 'sound')]/button")).click();
		this.page.browser().await("document.getElementById('player').duration > 59");
		this.page.browser().run("document.getElementById('player').currentTime = 50");
		this.page.browser().await("document.getElementById('player').currentTime > 50.2");
		this.page.browser().screenshot("server-playing");
		assertThat(contentMessages()).anySatisfy((message) -> {
			assertThat(message.status()).isEqualTo(206);
			assertThat(message.responseHeaders().get("content-disposition").get(0)).startsWith("inline");
		});
		assertThat(contentMessages()).allSatisfy((message) -> {
			assertThat(message.responseHeaders().get("cache-control")).containsExactly("private, no-store");
			assertThat(message.responseHeaders()).doesNotContainKey("set-cookie");
		});
		assertThat(this.page.browser().takeConsoleErrors()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "page", "picture" })
	void contentWhenOpenedNeverthelessThenNoScriptRuns(String id) {
		int traces = traces();
		deployment.front(Site.PAGE).dropHeaders(List.of("content-disposition"));
		this.page.browser().open(content(id));
		this.page.browser().screenshot("sandboxed-" + id);
		this.page.open();
		assertThat(traces()).isEqualTo(traces);
	}

	/**
	 * Shows that the scripts would run, and that these tests would see it.
	 */
	@ParameterizedTest
	@CsvSource({ "page", "picture" })
	void contentWhenOpenedWithoutPolicyThenScriptRuns(String id) {
		int traces = traces();
		deployment.front(Site.PAGE).dropHeaders(List.of("content-disposition", "content-security-policy"));
		this.page.browser().open(content(id));
		this.page.browser().await(() -> traces() > traces);
	}

	private static int traces() {
		return (int) deployment.front(Site.PAGE)
			.messages()
			.stream()
			.filter((message) -> message.uri().equals(TRACE))
			.count();
	}

	private static List<Message> contentMessages() {
		return deployment.front(Site.PAGE)
			.messages()
			.stream()
			.filter((message) -> message.uri().endsWith("/content"))
			.toList();
	}

	private static URI content(String id) {
		return deployment.uri(Site.PAGE).resolve("/server/videos/" + id + "/content");
	}

	/**
	 * Makes silence in a format that every browser plays.
	 */
	private static byte[] sound(int seconds) {
		int rate = 8000;
		int length = rate * seconds;
		ByteBuffer wave = ByteBuffer.allocate(44 + length).order(ByteOrder.LITTLE_ENDIAN);
		wave.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + length);
		wave.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
		wave.putShort((short) 1).putShort((short) 1).putInt(rate).putInt(rate).putShort((short) 1).putShort((short) 8);
		wave.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(length);
		while (wave.hasRemaining()) {
			wave.put((byte) 128);
		}
		return wave.array();
	}

}
