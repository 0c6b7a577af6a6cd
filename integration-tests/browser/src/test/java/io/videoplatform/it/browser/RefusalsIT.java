package io.videoplatform.it.browser;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.LoginPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what the page refuses: forged or changed responses of the provider, and pages
 * of other origins.
 */
@Tag("full")
class RefusalsIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@Order(3)
	@RegisterExtension
	static final Deployment deployment = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	private final String issuer = this.realm.issuer(deployment.uri(Site.PROVIDER)).toString();

	private final int calls = deployment.api().tokens().size();

	@BeforeEach
	void addVideo() {
		deployment.api().add("one", "video/mp4", new byte[100]);
	}

	@AfterEach
	void endSessions() {
		this.realm.endAllSessions();
		this.realm.clearEvents();
	}

	@ParameterizedTest
	@ValueSource(strings = { "code=stolen", "access_token=stolen&id_token=stolen", "error=access_denied" })
	void responseWhenNotRequestedThenRefused(String response) {
		Page page = deployment.open(browsers);
		openOther(page);
		visit(page, response + "&state=made-up&iss=" + this.issuer);
		assertThatIsRefused(page, "this page has not requested it");
		page.browser().screenshot("refused-forged-fragment");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "&iss=https://id.example-login.test/realms/other" })
	void responseWhenIssuerIsForgedOrMissingThenRefused(String iss) {
		Page page = deployment.open(browsers);
		visit(page, "code=stolen&state=" + begin(page, "log-in").get("state") + iss);
		assertThatIsRefused(page, "it comes from another issuer");
		page.browser().screenshot("refused-forged-issuer");
	}

	@ParameterizedTest
	@ValueSource(strings = { "anonymous", "log-in" })
	void responseWhenNonceIsForgedThenRefused(String button) {
		Page page = deployment.open(browsers);
		begin(page, button);
		URI changed = UriComponentsBuilder.fromUri(page.browser().address())
			.replaceQueryParam("nonce", "made-up")
			.build(true)
			.toUri();
		page.browser().open(changed);
		LoginPage.in(page.browser()).submit(Realm.USERNAME, Realm.PASSWORD);
		assertThatIsRefused(page, "Invalid nonce");
	}

	@Test
	void otherOriginWhenItAsksThenLearnsNothing() {
		Page page = deployment.open(browsers).enter("server").awaitServerList();
		openOther(page);
		assertThat(fetch(page, deployment.uri(Site.OTHER).resolve("/page.css"))).contains("body {");
		assertThat(fetch(page, deployment.uri(Site.PAGE).resolve("/platform/client.json"))).startsWith("TypeError");
		assertThat(fetch(page, deployment.uri(Site.PAGE).resolve("/server/videos"))).startsWith("TypeError");
		assertThat(fetch(page, deployment.uri(Site.API).resolve("/v1/videos"))).startsWith("TypeError");
		assertThat(fetch(page, URI.create(this.issuer + "/protocol/openid-connect/token"))).startsWith("TypeError");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/logout", "/server/videos" })
	void otherOriginWhenItSendsFormThenForbidden(String path) {
		Page page = deployment.open(browsers).enter("server").awaitServerList();
		openOther(page);
		page.browser()
			.runAsync("await fetch(arguments[0], { method: 'POST', mode: 'no-cors', credentials: 'include' })",
					deployment.uri(Site.PAGE).resolve(path).toString());
		page.browser().await(() -> posts(path).findAny().isPresent());
		assertThat(posts(path)).extracting(Message::status).containsExactly(403);
		page.open().awaitServerList();
	}

	private static Map<String, String> begin(Page page, String button) {
		page.press(button);
		return LoginPage.in(page.browser()).parameters();
	}

	private static Stream<Message> posts(String path) {
		return deployment.front(Site.PAGE)
			.messages()
			.stream()
			.filter((message) -> message.method().equals("POST") && message.uri().equals(path));
	}

	/**
	 * Opens something of another site whose scripts may do whatever browsers let them.
	 */
	private static void openOther(Page page) {
		deployment.front(Site.OTHER).dropHeaders(List.of("content-security-policy"));
		page.browser().open(deployment.uri(Site.OTHER).resolve("/icon.svg"));
	}

	/**
	 * Opens the page from another one: if it were shown, it would not be loaded again.
	 */
	private static void visit(Page page, String fragment) {
		page.browser().open(URI.create(page.uri() + "#" + fragment));
	}

	private static String fetch(Page page, URI uri) {
		return String.valueOf(page.browser()
			.runAsync("return (await fetch(arguments[0], { credentials: 'include' })).text()", uri.toString()));
	}

	private void assertThatIsRefused(Page page, String reason) {
		assertThat(page.awaitProblem()).contains(reason);
		assertThat(page.isShown("browser-view")).isFalse();
		assertThat(page.browser().address()).hasToString(page.uri().toString());
		assertThat(page.browser().history()).noneMatch((address) -> address.startsWith(page.uri() + "#"));
		assertThat(deployment.api().tokens()).hasSize(this.calls);
		page.browser().open(page.uri());
		page.browser().await("document.getElementById('log-in')?.disabled === false");
		assertThat(page.isShown("browser-view")).isFalse();
	}

}
