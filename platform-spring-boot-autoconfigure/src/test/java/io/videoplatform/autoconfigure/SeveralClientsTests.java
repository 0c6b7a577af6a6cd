package io.videoplatform.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.store.PlatformStore;
import io.videoplatform.internal.store.RecordStore;
import io.videoplatform.internal.store.StoredEntry;
import io.videoplatform.internal.store.TestStores;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Several clients in one application.
 */
class SeveralClientsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final TestPlatform other = new TestPlatform();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withBean("platformClock", Clock.class, MovableClock::new)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false");

	private final ApplicationContextRunner account = this.runner.withPropertyValues("platform.username=developer",
			"platform.password=canary", "platform.client-id=app", "platform.client-secret=app-secret");

	@AfterEach
	void close() {
		this.platform.close();
		this.other.close();
	}

	private static void call(ApplicationContext context, String client) {
		Integer status = context.getBean(PlatformClients.class)
			.get(client)
			.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.block(PATIENCE);
		assertThat(status).isEqualTo(200);
	}

	private static List<String> grants(TestPlatform platform) {
		return platform.tokenRequests().stream().map((form) -> form.get("grant_type")).toList();
	}

	@Test
	void callWhenTwoClientsOfOnePlatformThenOneDiscoveryAndATokenEach() {
		this.account.withPropertyValues("platform.clients.jobs.grant-type=client_credentials").run((context) -> {
			call(context, "platform");
			call(context, "jobs");
			call(context, "platform");
			assertThat(this.platform.requests("/webfinger")).hasSize(1);
			assertThat(this.platform.requests("/openid-configuration")).hasSize(1);
			assertThat(grants(this.platform)).containsExactly("password", "client_credentials");
			assertThat(this.platform.calls()).extracting(RecordedRequest::authorization)
				.containsExactly("Bearer access-1", "Bearer access-2", "Bearer access-1");
		});
	}

	@Test
	void callWhenUsersLogInThenJobsHaveTheirServiceAccount() {
		this.runner
			.withPropertyValues("platform.client-id=web", "platform.client-secret=s",
					"platform.grant-type=authorization_code", "platform.clients.jobs.grant-type=client_credentials")
			.run((context) -> {
				call(context, "jobs");
				assertThat(grants(this.platform)).containsExactly("client_credentials");
				PlatformEngine engine = context.getBean(PlatformEngine.class);
				assertThat(engine.logins().registrations().clients())
					.extracting((client) -> client.credentials().name())
					.containsExactly("platform");
				assertThat(context.getBean(PlatformSettings.class).all())
					.extracting((client) -> engine.host(client).discovery(client))
					.hasSize(2)
					.containsOnly(engine.logins().registrations().clients().iterator().next().discovery());
			});
	}

	@Test
	void callWhenTwoPlatformsThenCredentialsNeverCross() {
		this.account
			.withPropertyValues("platform.clients.other.root-url=" + this.other.rootUrl(),
					"platform.clients.other.client-id=other", "platform.clients.other.client-secret=other-secret",
					"platform.clients.other.grant-type=client_credentials")
			.run((context) -> {
				call(context, "platform");
				call(context, "other");
				assertThat(this.platform.tokenRequests()).hasSize(1)
					.allSatisfy((form) -> assertThat(form).containsEntry("username", "developer"));
				assertThat(this.other.tokenRequests()).hasSize(1)
					.allSatisfy((form) -> assertThat(form).doesNotContainKeys("username", "password"));
				assertThat(authorization(this.other)).isNotEqualTo(authorization(this.platform));
				assertThat(this.platform.calls()).hasSize(1);
				assertThat(this.other.calls()).hasSize(1);
			});
	}

	@Test
	void closeWhenTwoPlatformsAndOneNamedAtRunTimeThenTheStoreIsFollowedByAllTogether() {
		FollowedStore store = new FollowedStore();
		this.account.withBean("platformStore", PlatformStore.class, () -> TestStores.bean(store))
			.withPropertyValues("platform.clients.other.root-url=" + this.other.rootUrl(),
					"platform.clients.other.client-id=other", "platform.clients.other.client-secret=other-secret",
					"platform.clients.other.grant-type=client_credentials", "platform.roots.nearest-address=loopback")
			.run((context) -> {
				call(context, "platform");
				call(context, "other");
				context.getBean(PlatformClients.class).forRoot("http://127.0.0.1:9");
				assertThat(store.followers).hasValue(1);
			});
		assertThat(store.followers).hasValue(0);
		assertThat(store.closedAfter).containsExactly(0);
	}

	@Test
	void callWhenSecretCannotBeReadAndNodesShareAStoreThenItsLocationIsNamed() {
		this.runner.withBean("platformStore", PlatformStore.class, () -> TestStores.bean(new FollowedStore()))
			.withPropertyValues("platform.username=developer", "platform.client-id=app",
					"platform.password-location=file:/missing/password")
			.run((context) -> assertThatExceptionOfType(PlatformAuthorizationException.class)
				.isThrownBy(() -> call(context, "platform"))
				.returns(PlatformError.CREDENTIALS_UNAVAILABLE, PlatformAuthorizationException::getError)
				.withMessageContaining("platform.password-location", "/missing/password"));
	}

	@Test
	void callWhenPasswordCannotBeReadThenItsLocationIsNamedAndNothingIsSent(@TempDir Path folder) {
		Path file = folder.resolve("password");
		this.runner
			.withPropertyValues("platform.username=developer", "platform.client-id=app",
					"platform.password-location=" + file.toUri())
			.run((context) -> {
				assertThatExceptionOfType(PlatformAuthorizationException.class)
					.isThrownBy(() -> call(context, "platform"))
					.returns(PlatformError.CREDENTIALS_UNAVAILABLE, PlatformAuthorizationException::getError)
					.withMessageContaining("platform.password-location", file.toString());
				assertThat(this.platform.tokenRequests()).isEmpty();
			});
	}

	private static String authorization(TestPlatform platform) {
		return platform.tokenRequests().get(0).getOrDefault("Authorization", "");
	}

	@Test
	void callWhenOtherPlatformHasNoCredentialsThenNothingIsSentAndItsPropertiesAreNamed() {
		this.account.withPropertyValues("platform.clients.other.root-url=" + this.other.rootUrl()).run((context) -> {
			assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(() -> call(context, "other"))
				.withMessageContaining("'platform.clients.other.username'")
				.withMessageContaining("'platform.clients.other.client-id'");
			assertThat(this.other.tokenRequests()).isEmpty();
			assertThat(this.other.calls()).isEmpty();
			assertThat(this.platform.tokenRequests()).isEmpty();
		});
	}

	@Test
	void warmUpWhenSeveralClientsThenEachDiscoveryOnce() {
		this.account
			.withPropertyValues("platform.clients.jobs.grant-type=client_credentials",
					"platform.clients.other.root-url=" + this.other.rootUrl())
			.withPropertyValues("platform.discovery.warm-up=true")
			.run((context) -> {
				context.publishEvent(new ApplicationReadyEvent(new SpringApplication(), new String[0],
						context.getSourceApplicationContext(ConfigurableApplicationContext.class), Duration.ZERO));
				Awaitility.await()
					.atMost(PATIENCE)
					.untilAsserted(() -> assertThat(List.of(this.platform, this.other))
						.allSatisfy((host) -> assertThat(host.requests("/openid-configuration")).hasSize(1)));
				call(context, "platform");
				call(context, "jobs");
				assertThat(this.platform.requests("/webfinger")).hasSize(1);
				assertThat(this.other.requests("/webfinger")).hasSize(1);
			});
	}

	@Test
	void getWhenNameIsUnknownThenKnownOnesAreListed() {
		this.account
			.withPropertyValues("platform.clients.night-jobs.scope=openid",
					"platform.clients.jobs.grant-type=client_credentials")
			.run((context) -> {
				PlatformClients clients = context.getBean(PlatformClients.class);
				assertThat(clients.names()).containsExactlyInAnyOrder("platform", "jobs", "night-jobs")
					.startsWith("platform");
				assertThat(clients.get("jobs")).isSameAs(clients.get("jobs"));
				assertThat(clients.get("jobs").name()).isEqualTo("jobs");
				assertThatIllegalArgumentException().isThrownBy(() -> clients.get("job"))
					.withMessageContaining("'job'")
					.withMessageContaining("'platform'")
					.withMessageContaining("'jobs'")
					.withMessageContaining("'night-jobs'");
			});
	}

	/**
	 * Counts who follows its changes, also when it is closed.
	 */
	private static final class FollowedStore implements RecordStore {

		private final RecordStore store = new MemoryRecordStore(Clock.systemUTC());

		private final AtomicInteger followers = new AtomicInteger();

		private final List<Integer> closedAfter = new ArrayList<>();

		@Override
		public Mono<StoredEntry> read(String key) {
			return this.store.read(key);
		}

		@Override
		public Mono<StoredEntry> replace(String key, @Nullable String expected, Write write) {
			return this.store.replace(key, expected, write);
		}

		@Override
		public Flux<Change> changes() {
			return Flux.defer(() -> {
				this.followers.incrementAndGet();
				return this.store.changes().doFinally((signal) -> this.followers.decrementAndGet());
			});
		}

		@Override
		public void close() {
			this.closedAfter.add(this.followers.get());
			this.store.close();
		}

	}

}
