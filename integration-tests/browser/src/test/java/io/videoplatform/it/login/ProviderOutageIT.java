package io.videoplatform.it.login;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.Stack;
import io.videoplatform.it.webdriver.Browsers;
import io.videoplatform.it.webdriver.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of logins while Keycloak is down.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("full")
class ProviderOutageIT {

	@Order(1)
	@RegisterExtension
	static final Browsers browsers = new Browsers();

	@Order(2)
	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	@BeforeEach
	void stopKeycloak() {
		keycloak.keycloak().stop();
	}

	/*
	 * Comes last, and with both stacks, because Keycloak takes its time to start. Only
	 * the visitors call it, so that none of them gets the result of another attempt.
	 */
	@Test
	@Order(Integer.MAX_VALUE)
	void openWhenProviderIsDownThenUnavailableUntilItIsBack() {
		Map<Stack, Visitor> visitors = new EnumMap<>(Stack.class);
		for (Stack stack : Stack.values()) {
			Visitor visitor = visitor(stack, Chain.DEFAULT, "platform.discovery.warm-up=false");
			visitors.put(stack, visitor);
			visitor.open(Visitor.LOGIN);
			assertThatIsUnavailable(visitor, 1);
			visitor.browser().screenshot(stack.picture("provider-down"));
			visitor.open("/me");
			assertThatIsUnavailable(visitor, 3);
		}
		keycloak.keycloak().start();
		this.platform.clock().advance(Duration.ofSeconds(30));
		visitors.forEach((stack, visitor) -> {
			visitor.logIn();
			assertThat(visitor.read("/videos").path("username").asString()).isEqualTo(Realm.USERNAME);
			visitor.browser().screenshot(stack.picture("provider-back"));
		});
	}

	@ParameterizedTest
	@EnumSource
	void openWhenProviderIsDownThenRestOfApplicationGoesOn(Stack stack) {
		Visitor visitor = visitor(stack, Chain.OWN);
		visitor.open("/");
		visitor.browser().find(By.id("start"));
		visitor.open("/me");
		assertThat(visitor.browser().address().getPath()).isEqualTo("/login");
		visitor.browser().takeExchanges();
		visitor.browser().follow(By.id("own-login"));
		assertThatIsUnavailable(visitor, 1);
		visitor.open("/");
		visitor.browser().find(By.id("start"));
	}

	@ParameterizedTest
	@EnumSource
	void openWhenProviderIsDownThenLoginPageListsAllRegistrations(Stack stack) {
		Visitor visitor = visitor(stack, Chain.DEFAULT, "platform.clients.guests.client-id=platform-guests",
				"platform.clients.guests.client-secret=secret", "platform.clients.guests.grant-type=authorization_code",
				"spring.security.oauth2.client.registration.other.client-id=other",
				"spring.security.oauth2.client.registration.other.authorization-grant-type=authorization_code",
				"spring.security.oauth2.client.registration.other.redirect-uri={baseUrl}/login/oauth2/code/other",
				"spring.security.oauth2.client.provider.other.authorization-uri=https://login.example.com/auth",
				"spring.security.oauth2.client.provider.other.token-uri=https://login.example.com/token");
		visitor.open("/me");
		assertThat(visitor.browser().address()).isEqualTo(visitor.application().page("/login"));
		assertThat(visitor.browser().properties(By.tagName("a"), "pathname")).containsExactlyInAnyOrder(Visitor.LOGIN,
				"/oauth2/authorization/platform-guests", "/oauth2/authorization/other");
		visitor.browser().screenshot(stack.picture("provider-down-several-registrations"));
	}

	private Visitor visitor(Stack stack, Chain chain, String... properties) {
		return new Visitor(browsers.open(), this.platform.start(stack, chain, properties));
	}

	private static void assertThatIsUnavailable(Visitor visitor, int mostExchanges) {
		List<Exchange> exchanges = visitor.browser().takeExchanges();
		assertThat(exchanges).hasSizeBetween(1, mostExchanges);
		Exchange last = exchanges.get(exchanges.size() - 1);
		assertThat(last.status()).isEqualTo(503);
		assertThat(last.url()).isEqualTo(visitor.application().page(Visitor.LOGIN));
		assertThat(last.header("Retry-After")).hasValueSatisfying((value) -> assertThat(value).matches("[1-9]\\d*"));
		assertThat(last.header("Content-Type"))
			.hasValueSatisfying((value) -> assertThat(value).startsWith("text/html"));
		assertThat(visitor.browser().text()).contains("You cannot log in just now", "Try again");
	}

}
