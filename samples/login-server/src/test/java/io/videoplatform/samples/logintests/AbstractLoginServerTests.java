package io.videoplatform.samples.logintests;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;

import io.videoplatform.samples.launcher.FreePort;
import io.videoplatform.samples.launcher.LocalPlatform;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The whole way through a sample: the application and, as a child process, the local
 * platform, with the people that visit them.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@Import(AbstractLoginServerTests.Time.class)
public abstract class AbstractLoginServerTests {

	private static final Duration LIFE_OF_TOKEN = Duration.ofSeconds(30);

	private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

	@Value("${local.server.port}")
	private int port;

	@Autowired
	private Environment environment;

	@Autowired
	private LocalPlatform localPlatform;

	@Autowired
	private MovableClock clock;

	private Visitor developer;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	@BeforeEach
	void openBrowser() {
		this.developer = visitor();
	}

	@Test
	void startWhenOpenedThenOffersLoginAtPlatform() throws Exception {
		VisitedPage start = this.developer.open("/");
		assertThat(start.html()).contains(">Log in</a>");
		assertThatPlatformAsksForPassword(this.developer.open("/videos"));
	}

	@Test
	void loginWhenDoneThenShowsPersonVideosAndToken() throws Exception {
		VisitedPage page = this.developer.logIn("developer");
		assertThat(page.address()).hasPort(this.port).hasPath("/videos");
		assertThat(page.text("Subject")).isEqualTo("developer");
		assertThat(page.text("Issuer")).isEqualTo(platform() + "/auth/realms/platform");
		assertThat(page.html()).contains("Test pattern 1").doesNotContain("role=\"alert\"");
		assertThat(page.time("Obtained")).isBefore(page.time("Refreshed by the first call after"));
		assertThat(page.time("Refreshed by the first call after")).isBefore(page.time("Valid until"));
		assertThat(page.time("Valid until")).isBeforeOrEqualTo(page.time("Obtained").plus(LIFE_OF_TOKEN));
	}

	@Test
	void videosWhenTokenHasEndedThenRefreshedOnce() throws Exception {
		VisitedPage before = this.developer.logIn("developer");
		assertThat(tokenRequests(this.developer.open("/videos"))).isEqualTo(tokenRequests(before));
		this.clock.advance(LIFE_OF_TOKEN);
		VisitedPage after = this.developer.open("/videos");
		assertThat(after.text("Subject")).isEqualTo("developer");
		assertThat(after.html()).contains("Test pattern 1");
		assertThat(after.time("Obtained")).isAfterOrEqualTo(before.time("Obtained").plus(LIFE_OF_TOKEN));
		assertThat(tokenRequests(after)).isEqualTo(tokenRequests(before) + 1);
	}

	@Test
	void uploadWhenSentThenListed() throws Exception {
		this.developer.logIn("developer");
		VisitedPage page = this.developer.upload("Fish & ships");
		assertThat(page.address()).hasPort(this.port).hasPath("/videos");
		assertThat(page.html()).contains("role=\"status\"", ">Fish &amp; ships<");
	}

	@Test
	void pageWhenSentThenAllowsNothingOfOthersAndNoFormWithoutItsToken() throws Exception {
		HttpClient other = HttpClient.newHttpClient();
		URI root = URI.create("http://127.0.0.1:%d/".formatted(this.port));
		assertThat(other.send(HttpRequest.newBuilder(root).build(), BodyHandlers.discarding())
			.headers()
			.firstValue("Content-Security-Policy"))
			.hasValueSatisfying((policy) -> assertThat(policy).contains("'none'"));
		HttpRequest forged = HttpRequest.newBuilder(root.resolve("/logout")).POST(BodyPublishers.noBody()).build();
		assertThat(other.send(forged, BodyHandlers.discarding()).statusCode()).isEqualTo(403);
	}

	@Test
	void logoutWhenDoneThenNextLoginAsksForPassword() throws Exception {
		this.developer.logIn("developer");
		VisitedPage page = this.developer.logOut();
		assertThat(page.address()).hasPort(this.port).hasPath("/");
		assertThatPlatformAsksForPassword(this.developer.open("/videos"));
		assertThat(this.developer.logIn("editor").text("Subject")).isEqualTo("editor");
	}

	@Test
	void logoutWhenOthersAreLoggedInThenTheyStaySo() throws Exception {
		Visitor editor = visitor();
		Visitor elsewhere = visitor();
		this.developer.logIn("developer");
		elsewhere.logIn("developer");
		assertThat(editor.logIn("editor").text("Subject")).isEqualTo("editor");
		assertThat(this.developer.open("/videos").text("Subject")).isEqualTo("developer");
		this.developer.logOut();
		this.clock.advance(LIFE_OF_TOKEN);
		assertThat(editor.open("/videos").text("Subject")).isEqualTo("editor");
		assertThat(elsewhere.open("/videos").text("Subject")).isEqualTo("developer");
	}

	@Test
	void videosWhenPlatformIsAwayThenSaysSoAndAnotherLoginLeadsBackWhenItHasForgottenTheLast() throws Exception {
		this.developer.logIn("developer");
		this.localPlatform.stop();
		assertThatPageTellsTrouble(this.developer.open("/videos"));
		this.clock.advance(LIFE_OF_TOKEN);
		assertThatPageTellsTrouble(this.developer.open("/videos"));
		this.localPlatform.start();
		this.clock.advance(LONGEST_PAUSE);
		VisitedPage form = this.developer.open("/videos?uploaded=true");
		assertThatPlatformAsksForPassword(form);
		VisitedPage page = this.developer.logIn(form, "developer");
		assertThat(page.address()).hasPort(this.port).hasPath("/videos").hasParameter("uploaded", "true");
		assertThat(page.html()).contains("Test pattern 1");
	}

	private void assertThatPageTellsTrouble(VisitedPage page) {
		assertThat(page.address()).hasPort(this.port).hasPath("/videos");
		assertThat(page.text("Subject")).isEqualTo("developer");
		assertThat(page.html()).contains("role=\"alert\"", "Connection refused", ">Log out<");
	}

	private void assertThatPlatformAsksForPassword(VisitedPage page) {
		assertThat(page.address()).hasPort(platform().getPort()).hasPath("/login");
		assertThat(page.html()).contains("type=\"password\"");
	}

	private Visitor visitor() {
		return new Visitor(URI.create("http://127.0.0.1:%d/".formatted(this.port)));
	}

	private static int tokenRequests(VisitedPage page) {
		return Integer.parseInt(page.text("Token requests of this application"));
	}

	private URI platform() {
		return this.environment.getRequiredProperty("platform.root-url", URI.class);
	}

	/**
	 * The clock of the starter, which goes ahead of the platform's so that a token ends
	 * at once.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	static class Time {

		@Bean
		MovableClock platformClock() {
			return new MovableClock(Clock.systemUTC());
		}

	}

}
