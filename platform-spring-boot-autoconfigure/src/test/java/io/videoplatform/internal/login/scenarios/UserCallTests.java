package io.videoplatform.internal.login.scenarios;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.videoplatform.JavaSnippet;
import io.videoplatform.MarkdownPage;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.login.PlatformUser;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.BeanUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whose token a call carries, from wherever it is made.
 */
class UserCallTests extends LoginScenario {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@Override
	String[] properties() {
		return new String[] { "platform.clients.jobs.grant-type=client_credentials" };
	}

	private void assertOwnTokens(LoginApplication application, String path) {
		Browser ann = application.loggedIn("ann");
		Browser bob = application.loggedIn("bob");
		for (int i = 0; i < 3; i++) {
			assertThat(ann.get(path).body()).contains("\"user\":\"ann\"");
			assertThat(bob.get(path).body()).contains("\"user\":\"bob\"");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/videos", "/public/videos", "/mono", "/chain", "/thread", "/event-stream" })
	void whenCallIsMadeInRequestOfUserThenCarriesThatUsersToken(String path) {
		assertOwnTokens(application(), path);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/callable", "/future", "/async" })
	void whenServletCallGoesOnElsewhereThenCarriesThatUsersToken(String path) {
		if (this.stack == Stack.SERVLET) {
			assertOwnTokens(application(), path);
		}
	}

	@Test
	void whenThreadsAreVirtualWhereTheyCanBeThenCallCarriesUsersToken() {
		if (this.stack == Stack.SERVLET) {
			assertOwnTokens(running(Application.OWN_CHAIN, "spring.threads.virtual.enabled=true"), "/async");
		}
	}

	@Test
	void whenRequestStartsAWorkerThenTheWorkerHasNoUser() {
		if (this.stack == Stack.SERVLET) {
			Browser ann = application().loggedIn("ann");
			Browser bob = application().loggedIn("bob");
			for (Browser user : List.of(ann, bob, ann)) {
				assertThat(user.get("/queue").body()).contains("made for no user")
					.contains("DelegatingSecurityContextAsyncTaskExecutor", "ContextPropagatingTaskDecorator");
			}
		}
	}

	@Test
	void whenContextIsLostThenNobodysTokenIsUsed() {
		application().loggedIn("bob");
		Browser ann = application().loggedIn("ann");
		HttpResponse<String> response = ann.get("/lost", "Accept", "application/json");
		if (this.stack == Stack.SERVLET) {
			// It was subscribed in the user's request
			assertThat(response.body()).contains("\"user\":\"ann\"");
			return;
		}
		assertThat(response.statusCode()).isEqualTo(500);
		assertThat(response.body()).doesNotContain("\"user\"");
	}

	@Test
	void whenRequestOfSessionHasAnotherAuthenticationThenTokenOfSessionIsNotUsed() {
		LoginApplication application = running(Application.OWN_BASIC);
		Browser browser = application.loggedIn();
		String[] another = { "Accept", "application/json", "Authorization",
				"Basic " + HttpHeaders.encodeBasicAuth("form", "secret", null) };
		assertThat(browser.get("/me", another).body()).isEqualTo("User form");
		for (String path : List.of("/videos", "/mono", "/chain", "/spring/manager")) {
			HttpResponse<String> response = browser.get(path, another);
			assertThat(response.statusCode()).as(path).isEqualTo(401);
			assertThat(response.body()).doesNotContain("ann");
		}
		assertLoggedIn(browser, "ann");
		assertThat(browser.get("/videos").body()).contains("\"user\":\"ann\"");
	}

	@Test
	void whenNobodyIsLoggedInThenPublicPageLeadsToLogin() {
		Browser browser = browser();
		HttpResponse<String> response = browser.get("/public/videos", "Accept", "application/json");
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
		HttpResponse<String> page = browser.open("/public/videos");
		assertThat(page.uri()).hasPath("/public/videos");
		assertThat(page.body()).contains("\"ann\"");
	}

	@Test
	void whenJobNamesNobodyThenErrorSaysWhatToDo() {
		application().loggedIn();
		assertThatExceptionOfType(PlatformAuthorizationException.class)
			.isThrownBy(() -> videos(application().platform()).block(PATIENCE))
			.withMessageContaining("client 'platform'")
			.withMessageContaining("made for no user")
			.withMessageContaining("PlatformUser")
			.withMessageContaining("client_credentials");
	}

	@Test
	void whenJobNamesUserThenNewestLoginIsUsed() {
		PlatformUser ann = new PlatformUser(provider().issuer(), "ann");
		Browser first = application().loggedIn("ann");
		application().loggedIn("bob");
		Browser newest = application().loggedIn("ann");
		assertThat(asJob(ann)).isEqualTo(newest.get("/videos").body());
		newest.submit("/logout", "/logout");
		application().letTokensRunOut();
		assertThat(asJob(ann)).isEqualTo(first.get("/videos").body());
	}

	@Test
	void whenJobOfThePageNamesUserThenMadeForThatUser(@TempDir Path classes) throws Exception {
		assertThat(JavaSnippet.of(MarkdownPage.of("docs/logins.md").java("class Reports")).compile(classes)).isEmpty();
		application().loggedIn("ann");
		application().loggedIn("bob");
		try (URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() })) {
			Class<?> type = loader.loadClass("Reports");
			Object reports = BeanUtils.instantiateClass(type.getDeclaredConstructor(WebClient.class),
					application().platform());
			Method videos = type.getDeclaredMethod("videos", String.class, String.class);
			ReflectionUtils.makeAccessible(videos);
			assertThat(ReflectionUtils.invokeMethod(videos, reports, provider().issuer(), "ann"))
				.isInstanceOfSatisfying(Mono.class,
						(call) -> assertThat(call.block(PATIENCE)).asString().contains("\"user\":\"ann\""));
		}
	}

	@Test
	void whenJobNamesUserWithoutLoginOrOfAnotherIssuerThenErrorSaysSo() {
		application().loggedIn("ann");
		for (PlatformUser user : List.of(new PlatformUser(provider().issuer(), "nobody"),
				new PlatformUser("https://other.example", "ann"))) {
			assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> asJob(user))
				.withMessageContaining("no active login");
		}
	}

	@Test
	void whenServiceAccountStandsBesideLoginThenEachHasItsToken() {
		Browser ann = application().loggedIn("ann");
		assertThat(ann.get("/jobs").body()).contains("\"user\":\"application\"");
		assertThat(ann.get("/videos").body()).contains("\"user\":\"ann\"");
		assertThat(videos(application().bean(PlatformClients.class).get("jobs").webClient()).block(PATIENCE))
			.contains("\"user\":\"application\"");
	}

	@Test
	void whenServiceAccountIsNoLoginThenNobodyCanLogInByIt() {
		assertThat(browser().get("/login").body()).doesNotContain("platform-jobs");
		assertThat(browser().get("/oauth2/authorization/platform-jobs").statusCode()).isBetween(400, 404);
	}

	@Test
	void whenTwoUsersCallAtOnceThenTokensAreNotMixedUp() {
		Browser ann = application().loggedIn("ann");
		Browser bob = application().loggedIn("bob");
		application().letTokensRunOut();
		Thread other = new Thread(() -> {
			for (int i = 0; i < 20; i++) {
				bob.get("/videos");
			}
		});
		other.start();
		for (int i = 0; i < 20; i++) {
			assertThat(ann.get("/videos").body()).contains("\"user\":\"ann\"");
		}
		assertThat(other).satisfies((thread) -> thread.join(PATIENCE.toMillis()));
		assertThat(bob.get("/videos").body()).contains("\"user\":\"bob\"");
	}

	@Test
	void whenApiRefusesSomeUsersThenItAcceptsTokensAgainWithTheNextCallOfAnother() {
		LoginApplication application = application();
		Browser ann = application.loggedIn("ann");
		Browser bob = application.loggedIn("bob");
		Browser carl = application.loggedIn("carl");
		application.provider()
			.api((call) -> call.authorization().contains("-ann") ? TestResponse.json("{}") : TestResponse.status(401));
		ann.get("/videos");
		bob.get("/videos");
		carl.get("/videos");
		assertThat(application.events()).extracting(PlatformEvent::error).contains(PlatformError.TOKEN_REFUSED);
		ann.get("/videos");
		assertThat(application.events()).extracting(PlatformEvent::message)
			.contains("The API accepts tokens of client 'platform' again");
	}

	private static Mono<String> videos(WebClient client) {
		return client.get().uri("videos").retrieve().bodyToMono(String.class);
	}

	private String asJob(PlatformUser user) {
		String body = application().platform()
			.get()
			.uri("videos")
			.attributes(user)
			.retrieve()
			.bodyToMono(String.class)
			.block(PATIENCE);
		assertThat(body).isNotNull();
		return body;
	}

}
