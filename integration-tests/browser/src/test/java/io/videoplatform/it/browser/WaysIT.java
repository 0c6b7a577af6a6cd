package io.videoplatform.it.browser;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the three ways from the page to the platform, each from login to logout and
 * across expiries.
 */
class WaysIT {

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

	@BeforeEach
	void addVideo() {
		deployment.api().add("one", "video/mp4", new byte[100]);
	}

	@AfterEach
	void endSessions() {
		this.realm.endAllSessions();
		this.realm.clearEvents();
	}

	@Test
	void anonymousWhenTokenHasExpiredThenRenewedByRedirectUntilLogout() {
		Page page = open(Cookies.NO_THIRD_PARTY).enter("anonymous").awaitCalls(1);
		int calls = deployment.api().tokens().size();
		assertThat(page.text("subject")).isEqualTo(this.realm.accounts().subject(Realm.USERNAME));
		page.browser().screenshot("anonymous");
		page.expireToken().press("call").awaitNewTokenAfter(calls).awaitCalls(1);
		assertThatTokenChanged(calls);
		assertThat(this.realm.events()).doesNotContain("CODE_TO_TOKEN", "REFRESH_TOKEN");
		leave(page);
		page.browser().screenshot("anonymous-logged-out");
		assertThatNothingLeaks(page);
	}

	@ParameterizedTest
	@EnumSource
	void logInWhenTokenHasExpiredThenRefreshedUntilLogout(Cookies cookies) {
		long tokenRequests = tokenRequests().count();
		Page page = open(cookies).enter("log-in").awaitCalls(1);
		int calls = deployment.api().tokens().size();
		page.browser().screenshot(cookies.picture("log-in"));
		page.expireToken().press("call").awaitCalls(2);
		assertThatTokenChanged(calls);
		assertThat(this.realm.events()).contains("CODE_TO_TOKEN", "REFRESH_TOKEN");
		assertThat(tokenRequests().skip(tokenRequests).map((message) -> message.requestHeaders().containsKey("cookie")))
			.containsExactly(cookies == Cookies.ALL, cookies == Cookies.ALL);
		leave(page);
		page.browser().screenshot(cookies.picture("log-in-logged-out"));
		assertThatNothingLeaks(page);
	}

	@Test
	void serverWhenTokenHasExpiredThenGoesOnUntilLogout() {
		Page page = open(Cookies.NO_THIRD_PARTY).enter("server").awaitServerList();
		int calls = deployment.api().tokens().size();
		assertThat(page.text("server-subject")).isEqualTo(this.realm.accounts().subject(Realm.USERNAME));
		page.browser().screenshot("server");
		deployment.clock().advance(Deployment.LIFESPAN);
		page.press("server-call").awaitNewTokenAfter(calls);
		assertThatTokenChanged(calls);
		page.press("server-log-out").awaitLoggedOut();
		assertThat(page.isShown("server-view")).isFalse();
		page.browser().screenshot("server-logged-out");
		assertThatNothingLeaks(page);
		assertThat(deployment.messages()
			.filter((message) -> deployment.uri(Site.PAGE).getHost().equals(message.site().host())))
			.extracting(Message::sent)
			.noneMatch(Message.JWT);
	}

	@ParameterizedTest
	@CsvSource({ "anonymous, call", "log-in, call", "server, server-call" })
	@Tag("full")
	void callWhenSessionHasEndedThenLoginIsOfferedAgain(String way, String call) {
		Page page = open(Cookies.NO_THIRD_PARTY).enter(way);
		page.browser().await("document.querySelector('.videos li')");
		this.realm.endAllSessions();
		if (way.equals("server")) {
			deployment.clock().advance(Deployment.LIFESPAN);
		}
		else {
			page.expireToken();
		}
		page.press(call);
		if (way.equals("anonymous")) {
			page.awaitLoggedOut();
		}
		else {
			assertThat(page.awaitProblem()).contains("Log in");
		}
		page.browser().screenshot("ended-session-" + way);
		page.enter(way).browser().await("document.querySelector('.videos li')");
	}

	private static Page open(Cookies cookies) {
		return deployment.open(browsers, cookies.settings());
	}

	private static Stream<Message> tokenRequests() {
		return deployment.front(Site.PROVIDER)
			.messages()
			.stream()
			.filter((message) -> message.uri().endsWith("/token") && message.requestHeaders().containsKey("origin"));
	}

	private static void leave(Page page) {
		String token = deployment.api().lastToken();
		page.press("log-out").awaitLoggedOut();
		assertThat(deployment.api().isGood(token)).isFalse();
		page.press("log-in");
		LoginPage.in(page.browser());
		page.open();
	}

	private static void assertThatTokenChanged(int calls) {
		assertThat(deployment.api().lastToken()).isNotEqualTo(deployment.api().tokens().get(calls - 1));
	}

	/**
	 * A URL with a token would be stored or logged somewhere.
	 */
	private static void assertThatNothingLeaks(Page page) {
		assertThat(page.browser().takeConsoleErrors()).isEmpty();
		assertThat(page.browser().history()).filteredOn(Message.JWT.or((address) -> address.contains("#"))).isEmpty();
		assertThat(deployment.messages().map(Message::loggable)).filteredOn(Message.JWT).isEmpty();
		assertThat(deployment.messages().map(Message::sent))
			.filteredOn((sent) -> sent.contains(SampleApplication.SECRET))
			.isEmpty();
	}

}
