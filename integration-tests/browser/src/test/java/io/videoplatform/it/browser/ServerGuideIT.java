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
import org.junit.jupiter.params.provider.EnumSource;
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
		assertThat(deployment.front(Site.PAGE).messages()).extracting(Message::sent).noneMatch(Message.JWT);
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
