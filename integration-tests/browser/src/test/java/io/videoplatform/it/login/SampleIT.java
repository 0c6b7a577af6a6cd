package io.videoplatform.it.login;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.SampleApplication;
import io.videoplatform.it.webdriver.Browser;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the samples with the profile that lets people log in at Keycloak.
 */
@Tag("full")
class SampleIT {

	private static final By LOG_IN = By.linkText("Log in");

	private static final By UPLOAD = By.cssSelector("main button[type=submit]");

	private static final By LOG_OUT = By.cssSelector("header button[type=submit]");

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	@TempDir
	Path files;

	@ParameterizedTest
	@ValueSource(strings = { "login-server", "login-server-reactive" })
	void sampleWhenProfileKeycloakThenLoginVideosUploadAndLogout(String sample) throws IOException {
		try (SampleApplication application = start(sample)) {
			Browser browser = browsers.open();
			logIn(browser, application);
			assertThat(browser.address()).hasPath("/videos").hasPort(application.page("/").getPort());
			assertThat(browser.text()).contains("Dev Eloper", this.platform.realm().issuer().toString(),
					"One of " + Realm.USERNAME, "Valid until");
			upload(browser);
			assertThat(browser.text()).contains("Your video is at the platform.");
			browser.screenshot(sample + "-videos");
			browser.follow(LOG_OUT);
			assertThat(browser.address()).isEqualTo(application.page("/"));
			assertThat(browser.has(LOG_IN)).isTrue();
			assertThat(this.platform.realm().accounts().countSessions(Realm.USERNAME)).isZero();
			browser.open(application.page("/videos"));
			assertThat(LoginPage.isShownIn(browser)).isTrue();
			assertThat(browser.takeConsoleErrors()).isEmpty();
		}
	}

	private SampleApplication start(String sample) {
		return SampleApplication.start(sample, "keycloak",
				Map.of("PLATFORM_ROOT_URL", this.platform.api().rootUrl().toString(), "PLATFORM_CLIENT_ID",
						"platform-web", "PLATFORM_CLIENT_SECRET", "platform-web-secret"));
	}

	private static void logIn(Browser browser, SampleApplication application) {
		browser.open(application.page("/"));
		browser.follow(LOG_IN);
		LoginPage.in(browser).submit(Realm.USERNAME, Realm.PASSWORD);
	}

	private void upload(Browser browser) throws IOException {
		Path video = Files.writeString(this.files.resolve("small.mp4"), "a few bytes");
		browser.find(By.id("title")).sendKeys("Fish & ships");
		browser.find(By.id("file")).sendKeys(video.toString());
		browser.follow(UPLOAD);
	}

}
