package io.videoplatform.autoconfigure;

import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Clients of platforms that no property names, all on loopback.
 */
class RootClientsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration IDLE = Duration.ofHours(1);

	private final List<TestPlatform> customers = Stream.generate(TestPlatform::new).limit(3).toList();

	private final TestPlatform own = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.own.rootUrl(), "platform.discovery.warm-up=false",
				"platform.username=developer", "platform.password=canary", "platform.roots.nearest-address=loopback");

	private final ApplicationContextRunner trusting = this.runner
		.withPropertyValues("platform.discovery.trusted-issuers="
				+ String.join(",", this.customers.stream().map(TestPlatform::issuer).toList()));

	RootClientsTests() {
		this.customers.forEach((customer) -> {
			customer.server().on("/v1/videos", TestResponse.json("{}"));
			customer.issued()
				.response((response) -> response.computeIfPresent("access_token",
						(name, token) -> token + "-of-" + customer.server().port()));
		});
	}

	@AfterEach
	void close() {
		this.customers.forEach(TestPlatform::close);
		this.own.close();
	}

	private static PlatformClients clients(ApplicationContext context) {
		return context.getBean(PlatformClients.class);
	}

	private static int call(PlatformClient client) {
		return call(client, HttpMethod.GET);
	}

	private static int call(PlatformClient client, HttpMethod method) {
		WebClient.RequestBodySpec request = client.webClient().method(method).uri("videos");
		return Objects.requireNonNull((HttpMethod.GET.equals(method) ? request : request.bodyValue("a title"))
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.block(PATIENCE));
	}

	private static PlatformAuthorizationException refusal(PlatformClient client) {
		return assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call(client)).actual();
	}

	@Test
	void callWhenSeveralRootsThenEachHasItsOwnDiscoveryAndToken() {
		this.trusting.run((context) -> {
			for (int round = 0; round < 20; round++) {
				this.customers.forEach(
						(customer) -> assertThat(call(clients(context).forRoot(customer.rootUrl()))).isEqualTo(200));
			}
			for (TestPlatform customer : this.customers) {
				assertThat(customer.requests("/webfinger")).hasSize(1);
				assertThat(customer.requests("/openid-configuration")).hasSize(1);
				assertThat(customer.tokenRequests()).hasSize(1);
				assertThat(customer.calls()).hasSize(20)
					.extracting(RecordedRequest::authorization)
					.containsOnly("Bearer access-1-of-" + customer.server().port());
			}
			assertThat(this.own.tokenRequests()).isEmpty();
			assertThat(this.own.calls()).isEmpty();
		});
	}

	@Test
	void callWhenRootsShareIssuerAndStoreThenNoneHasTokenOfAnother() {
		TestPlatform issuer = this.customers.get(0);
		this.customers.stream().skip(1).forEach((customer) -> customer.documents().named(issuer.issuer()));
		this.runner
			.withConfiguration(
					AutoConfigurations.of(DataSourceAutoConfiguration.class, PlatformStoreAutoConfiguration.class))
			.withPropertyValues("platform.issuer=" + issuer.issuer(), "platform.store.type=jdbc",
					"platform.store.encryption.enabled=false", "spring.datasource.generate-unique-name=true")
			.run((context) -> {
				for (int round = 0; round < 3; round++) {
					this.customers.forEach((customer) -> call(clients(context).forRoot(customer.rootUrl())));
				}
				assertThat(issuer.tokenRequests()).hasSize(this.customers.size());
				assertThat(this.customers)
					.allSatisfy((customer) -> assertThat(customer.calls()).extracting(RecordedRequest::authorization)
						.hasSize(3)
						.containsOnly(customer.calls().get(0).authorization()));
				assertThat(this.customers).extracting((customer) -> customer.calls().get(0).authorization())
					.doesNotHaveDuplicates();
			});
	}

	@Test
	void callWhenPasswordOfRootsWithOneIssuerIsWrongThenAllTogetherTryItThreeTimes() {
		TestPlatform issuer = this.customers.get(0);
		this.customers.stream().skip(1).forEach((customer) -> customer.documents().named(issuer.issuer()));
		issuer.tokenEndpoint().always((form) -> TestResponse.error(400, "invalid_grant"));
		this.runner.withPropertyValues("platform.issuer=" + issuer.issuer())
			.withBean("platformRandom", RandomGenerator.class, () -> () -> 0)
			.run((context) -> {
				for (int round = 0; round < 3; round++) {
					this.customers
						.forEach((customer) -> assertThat(refusal(clients(context).forRoot(customer.rootUrl())))
							.hasMessageContaining("invalid_grant"));
					this.clock.advance(Duration.ofSeconds(10));
				}
				assertThat(issuer.tokenRequests()).hasSize(3);
				this.clock.advance(Duration.ofMinutes(5));
				issuer.repair();
				assertThat(this.customers)
					.extracting(
							(customer) -> clients(context).forRoot(customer.rootUrl()).currentToken().block(PATIENCE))
					.doesNotContainNull();
				assertThat(issuer.tokenRequests()).hasSize(3 + this.customers.size());
			});
	}

	@Test
	void callWhenNoIssuerIsConfiguredThenNothingIsSentButCallsThatCarryTheirOwn() {
		this.runner.run((context) -> {
			TestPlatform customer = this.customers.get(0);
			PlatformClient client = clients(context).forRoot(customer.rootUrl());
			assertThat(refusal(client).getMessage()).contains(customer.rootUrl(),
					"'platform.discovery.trusted-issuers'");
			assertThat(customer.calls()).isEmpty();
			assertThat(customer.tokenRequests()).isEmpty();
			client.webClient()
				.get()
				.uri("videos")
				.headers((headers) -> headers.setBearerAuth("of-the-caller"))
				.retrieve()
				.toBodilessEntity()
				.onErrorComplete()
				.block(PATIENCE);
			assertThat(customer.calls()).extracting(RecordedRequest::authorization)
				.containsExactly("Bearer of-the-caller");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.issuer=https://login.vendor.example",
			"platform.discovery.trusted-issuers=https://*.vendor.example" })
	void callWhenAnotherIssuerIsConfiguredThenNoCredentialsAndPropertyIsNamed(String property) {
		this.runner.withPropertyValues(property).run((context) -> {
			TestPlatform customer = this.customers.get(0);
			assertThat(refusal(clients(context).forRoot(customer.rootUrl())).getMessage())
				.contains("'" + property.substring(0, property.indexOf('=')) + "'", customer.issuer());
			assertThat(customer.tokenRequests()).isEmpty();
			assertThat(customer.calls()).isEmpty();
		});
	}

	@Test
	void forRootWhenSpelledDifferentlyThenTheSameClient() {
		this.trusting.run((context) -> {
			PlatformClient client = clients(context).forRoot("https://video.customer.example");
			assertThat(client.name()).isEqualTo("https://video.customer.example");
			assertThat(Stream.of("https://video.customer.example/", "https://video.customer.example:443",
					"HTTPS://Video.CUSTOMER.example:443/", " https://video.customer.example "))
				.allSatisfy((spelling) -> assertThat(clients(context).forRoot(spelling)).isSameAs(client));
			assertThat(clients(context).forRoot("https://video.customer.example:8443")).isNotSameAs(client);
			assertThat(clients(context).names()).containsExactly(PlatformClients.DEFAULT);
			assertThat(clients(context).forRoot(this.own.rootUrl() + "/"))
				.isSameAs(clients(context).get(PlatformClients.DEFAULT));
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			''                                     | is not set
			https://video.customer.example/v1      | has a path
			https://me:secret@video.customer.example | has userinfo
			http://video.customer.example          | plain http
			https://2130706433                     | unusual form
			""")
	void forRootWhenMalformedThenSentence(String rootUrl, String reason) {
		this.runner
			.run((context) -> assertThatIllegalArgumentException().isThrownBy(() -> clients(context).forRoot(rootUrl))
				.withMessageContaining("Argument 'rootUrl'")
				.withMessageContaining(reason)
				.withMessageNotContaining("secret"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://127.0.0.1", "https://localhost", "https://10.1.2.3", "https://169.254.169.254",
			"https://[::1]", "https://[fd00::1]" })
	void forRootWhenAddressIsNearThenRefusedWhateverTheFilterOfDiscovery(String rootUrl) {
		this.runner.withPropertyValues("platform.roots.nearest-address=public", "platform.discovery.address-filter=off")
			.run((context) -> assertThatIllegalArgumentException().isThrownBy(() -> clients(context).forRoot(rootUrl))
				.withMessageContaining("'platform.roots.nearest-address'"));
	}

	@Test
	void callWhenDroppedButStillHeldThenGoesOnWithItsToken() {
		this.trusting.withPropertyValues("platform.roots.max-size=1").run((context) -> {
			TestPlatform customer = this.customers.get(0);
			customer.issued().expiresIn(100_000);
			PlatformClient held = clients(context).forRoot(customer.rootUrl());
			call(held);
			this.customers.forEach((other) -> clients(context).forRoot(other.rootUrl()));
			this.clock.advance(IDLE.plusSeconds(1));
			assertThat(call(held)).isEqualTo(200);
			assertThat(customer.tokenRequests()).hasSize(1);
			assertThat(clients(context).forRoot(customer.rootUrl())).isSameAs(held);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "POST" })
	void forRootWhenIdleAndNotHeldThenForgotten(String method) {
		this.trusting.run((context) -> {
			WeakReference<PlatformClient> idle = used(context, HttpMethod.valueOf(method));
			this.clock.advance(IDLE.plusSeconds(1));
			clients(context).forRoot(this.customers.get(1).rootUrl());
			await().atMost(PATIENCE).until(() -> {
				System.gc();
				return idle.get() == null;
			});
			call(clients(context).forRoot(this.customers.get(0).rootUrl()));
			assertThat(this.customers.get(0).tokenRequests()).hasSize(2);
		});
	}

	private WeakReference<PlatformClient> used(ApplicationContext context, HttpMethod method) {
		PlatformClient client = clients(context).forRoot(this.customers.get(0).rootUrl());
		call(client, method);
		return new WeakReference<>(client);
	}

}
