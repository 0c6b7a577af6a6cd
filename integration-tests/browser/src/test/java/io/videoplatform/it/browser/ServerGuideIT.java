package io.videoplatform.it.browser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

import org.springframework.boot.WebApplicationType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the code of the guide to a page without tokens works without any addition.
 */
@ParameterizedClass
@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
@Tag("full")
class ServerGuideIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	private static final String CONTENT = "api/videos/page/content";

	private static Deployment deployment;

	private final WebApplicationType stack;

	private Browser browser;

	ServerGuideIT(WebApplicationType stack) {
		this.stack = stack;
	}

	@BeforeParameterizedClassInvocation
	static void deploy(WebApplicationType stack, @TempDir Path folder) {
		deployment = new Deployment(keycloak, new ServerGuideApplication(stack, folder)).start();
		deployment.api()
			.add("page", "text/html", "<script>document.title = 'run'</script>".getBytes(StandardCharsets.UTF_8));
	}

	@AfterParameterizedClassInvocation
	static void withdraw() throws Exception {
		deployment.stop();
		keycloak.realm().clients().delete("web");
	}

	@BeforeEach
	void open() {
		this.browser = deployment.browser(browsers, Cookies.NO_THIRD_PARTY.settings());
		this.browser.open(deployment.page());
	}

	@AfterEach
	void endSessions() {
		keycloak.realm().endAllSessions();
	}

	@Test
	void pageWhenTokenHasExpiredThenGoesOnUntilLogout(@TempDir Path folder) throws IOException {
		logIn();
		this.browser.screenshot("guide-server-" + this.stack.name().toLowerCase(Locale.ROOT));
		deployment.clock().advance(Deployment.LIFESPAN);
		String clip = Files.write(folder.resolve("clip.mp4"), new byte[3_000_000]).toString();
		this.browser.find(By.id("upload")).sendKeys(clip);
		this.browser.await("document.querySelectorAll('#videos li').length === 2");
		assertThat(deployment.api().tokens().stream().distinct()).hasSizeGreaterThan(1);
		this.browser.find(By.id("logout")).click();
		this.browser.await("document.getElementById('problem')?.textContent === 'Please log in'");
		assertThat(this.browser.has(By.cssSelector("#videos li"))).isFalse();
		assertThat(this.browser.takeConsoleErrors()).allMatch((error) -> error.contains(" 401 "));
		assertThat(deployment.front(Site.PAGE).messages()).noneMatch((message) -> message.sent().contains("eyJ"));
	}

	@Test
	void contentWhenRangeIsRequestedThenPassedOnWithSafeHeaders() {
		logIn();
		assertThat(run("const answer = await fetch('%s', { headers: { Range: 'bytes=1-6' } });"
				+ " return [answer.status, answer.headers.get('content-range'), await answer.text()].join()"))
			.isEqualTo("206,bytes 1-6/39,script");
		assertThat(deployment.front(Site.PAGE).messages()).filteredOn((message) -> message.status() == 206)
			.singleElement()
			.satisfies((message) -> assertThat(message.responseHeaders()).doesNotContainKey("set-cookie")
				.containsEntry("content-disposition", List.of("attachment"))
				.containsEntry("content-security-policy", List.of("sandbox; default-src 'none'"))
				.containsEntry("cache-control", List.of("private, no-store"))
				.containsEntry("x-content-type-options", List.of("nosniff")));
		assertThat(run("return (await fetch('%s', { headers: { Range: 'bytes=100-' } })).status")).isEqualTo("416");
		assertThat(run("return (await fetch('%s', { method: 'HEAD' })).headers.get('content-length')")).isEqualTo("39");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1_000, 200_000 })
	void contentWhenPlatformBreaksOffThenNotTakenForTheWhole(int length) {
		deployment.api().addBroken("broken", "application/json", length);
		logIn();
		assertThat(this.browser.runAsync("""
				const answer = await fetch('api/videos/broken/content')
				return [answer.status, (await answer.text()).length].join()""")).asString().doesNotContain("200,");
		deployment.api().remove("broken");
	}

	@Test
	void uploadWhenPassedOnThenSameBytes() {
		logIn();
		assertThat(this.browser.runAsync("""
				const bytes = new Uint8Array(2_000_000).map((zero, index) => index % 251)
				const token = document.cookie.match(/XSRF-TOKEN=([^;]*)/)[1]
				const headers = { 'X-XSRF-TOKEN': token, 'Content-Type': 'video/mp4' }
				const { status } = await fetch('api/videos/bytes/content', { method: 'PUT', headers, body: bytes })
				const back = new Uint8Array(await (await fetch('api/videos/bytes/content')).arrayBuffer())
				const same = back.length === bytes.length && back.every((byte, index) => byte === bytes[index])
				return [status, same].join()
				""")).isEqualTo("200,true");
		deployment.api().remove("bytes");
	}

	@Test
	void uploadWhenForgedThenForbidden() {
		logIn();
		assertThat(run("return (await fetch('%s', { method: 'PUT', body: 'forged' })).status")).isEqualTo("403");
	}

	@Test
	void scriptWhenNotLoggedInThenMessageAndLoginLeadsToThePage() {
		assertThat(run("return (await fetch('%s')).status")).isEqualTo("401");
		logIn();
		assertThat(this.browser.address()).hasToString(deployment.page().toString());
	}

	private void logIn() {
		this.browser.find(By.id("login")).click();
		LoginPage.in(this.browser).submit(Realm.USERNAME, Realm.PASSWORD);
		this.browser.await("document.querySelectorAll('#videos li').length >= 1");
	}

	private String run(String script) {
		return String.valueOf(this.browser.runAsync(script.formatted(CONTENT)));
	}

}
