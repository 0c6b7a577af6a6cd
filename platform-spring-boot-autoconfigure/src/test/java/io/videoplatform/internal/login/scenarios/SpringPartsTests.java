package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.videoplatform.Gates;
import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.actuate.web.exchanges.InMemoryHttpExchangeRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring Security's managers and filters, which the application wires and which know
 * nothing of the engine, beside it.
 */
class SpringPartsTests extends LoginScenario {

	private static final String MANAGERS = "/client,/spring/manager,/spring/own-manager";

	@ParameterizedTest
	@ValueSource(strings = { "/client", "/spring/manager", "/spring/own-manager" })
	void whenTokenIsFreshOrRunsOutThenTheEnginesAndItsOneRefresh(String part) {
		Browser browser = application().loggedIn();
		String first = token(browser.get("/videos"));
		long refreshes = application().refreshes();
		assertThat(token(browser.get(part))).isEqualTo(first);
		assertThat(application().refreshes()).isEqualTo(refreshes);
		application().letTokensRunOut();
		HttpResponse<String> response = browser.get(part);
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(token(response)).startsWith("access-ann-").isNotEqualTo(first);
		assertThat(browser.get("/videos").body()).contains(token(response));
		assertThat(application().refreshes()).isEqualTo(refreshes + 1);
	}

	/**
	 * By a clock of their own managers take such a token for one that has run out.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "/client", "/spring/manager", "/spring/own-manager" })
	void whenTokensAreShortLivedThenOneRefreshForEachExpiry(String part) {
		provider().issued().expiresIn(20);
		Browser browser = application().loggedIn();
		long refreshes = application().refreshes();
		long authorizations = application().authorizations();
		for (int expiry = 1; expiry <= 3; expiry++) {
			application().clock().advance(Duration.ofSeconds(30));
			for (int i = 0; i < 3; i++) {
				assertThat(browser.get(part).statusCode()).isEqualTo(200);
				assertThat(browser.get("/videos").statusCode()).isEqualTo(200);
			}
			assertThat(application().refreshes()).isEqualTo(refreshes + expiry);
		}
		assertThat(application().authorizations()).isEqualTo(authorizations);
		assertThat(application().warnings()).isEmpty();
	}

	@Test
	void whenAllAskAtOnceAtExpiryThenOneRefresh() throws Exception {
		LoginApplication application = application();
		Browser browser = application.loggedIn();
		application.letTokensRunOut();
		List<String> paths = List.of((MANAGERS + ",/videos").split(","));
		List<Callable<HttpResponse<String>>> calls = IntStream.range(0, 20)
			.<Callable<HttpResponse<String>>>mapToObj((i) -> () -> browser.get(paths.get(i % paths.size())))
			.toList();
		ExecutorService threads = Executors.newFixedThreadPool(calls.size());
		try {
			for (Future<HttpResponse<String>> response : threads.invokeAll(calls)) {
				assertThat(response.get().statusCode()).isEqualTo(200);
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(application.refreshes()).isEqualTo(1);
		assertThat(browser.get("/videos").statusCode()).isEqualTo(200);
	}

	@Test
	void whenExchangesAreRecordedThenWithoutCodesAndTokens() {
		InMemoryHttpExchangeRepository exchanges = new InMemoryHttpExchangeRepository();
		try (LoginApplication application = new LoginApplication(this.stack, Application.OWN_CHAIN,
				LoginApplication.testPlatform(), Map.of("exchanges", exchanges))) {
			Browser browser = application.loggedIn();
			browser.get("/videos");
			Gates.until(() -> exchanges.findAll().size() > 1);
			assertThat(exchanges.findAll())
				.extracting((exchange) -> exchange.getRequest().getUri().toString() + exchange.getRequest().getHeaders()
						+ exchange.getResponse().getHeaders())
				.allMatch((text) -> text.contains("/videos"))
				.noneMatch((text) -> text.contains("code=") || text.contains("access-"))
				.noneMatch(Pattern.compile("eyJ[\\w-]+\\.eyJ").asPredicate());
		}
	}

	@Test
	void whenLoginIsAtAnotherProviderThenAllIsSprings() {
		LoginApplication application = running(Application.OWN_CHAIN, Registrations.others(LoginApplication.CORP));
		Browser browser = application.browser();
		browser.open("/oauth2/authorization/corp");
		assertLoggedIn(browser, "ann");
		assertThat(application.logins()).isZero();
		assertThat(application.corp().requests("/token")).hasSize(1);
		String token = browser.get("/spring/own-manager?client=corp").body();
		assertThat(token).startsWith("access-ann-");
		// A minute before its end Spring's manager takes a token for one that ran out
		assertThat(application.corp().requests("/token")).extracting((request) -> request.parameter("grant_type"))
			.containsExactly("authorization_code", "refresh_token");
		assertThat(application.provider().requests("/token")).isEmpty();
	}

	@Test
	void whenClientIsRemovedAfterRefusalOfResourceServerThenRefreshedAndUserStays() {
		LoginApplication application = application();
		Browser browser = application.loggedIn();
		String before = browser.get("/videos").body();
		browser.get("/spring/remove");
		assertLoggedIn(browser, "ann");
		String after = browser.get("/videos").body();
		assertThat(after).contains("\"ann\"").isNotEqualTo(before);
		for (int i = 0; i < 5; i++) {
			browser.get("/spring/remove");
			assertThat(browser.get("/videos").statusCode()).isEqualTo(200);
		}
		assertThat(application.logins()).isEqualTo(1);
		assertThat(application.provider().requests("/revoke")).isEmpty();
		assertThat(application.authorizations()).isEqualTo(1);
		assertThat(application.refreshes()).isBetween(1L, 6L);
	}

	private static String token(HttpResponse<String> response) {
		return response.body().replaceAll("(?s).*(access-ann-\\d+).*", "$1");
	}

}
