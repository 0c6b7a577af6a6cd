package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.testing.TestPlatform;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.StaticApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is done in the background once an application has started.
 */
class WarmUpTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	@RegisterExtension
	static final RedisProcess redis = new RedisProcess();

	private final TestPlatform platform = new TestPlatform();

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	private final ApplicationContextRunner node = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class,
						DataRedisAutoConfiguration.class, PlatformStoreAutoConfiguration.class))
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=s3cret", "platform.client-id=app", "platform.client-secret=app-secret",
				"platform.store.type=redis", "spring.data.redis.host=127.0.0.1",
				"spring.data.redis.port=" + redis.port(),
				"platform.store.encryption.keys=YSBrZXkgb2YgYSB0ZXN0LCBvZiB0aGlydHktdHdvIGJ5dGVzIQ==");

	@AfterEach
	void close() {
		this.platform.close();
		this.time.dispose();
	}

	private static ApplicationReadyEvent ready(ConfigurableApplicationContext context) {
		return new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO);
	}

	private static void start(AssertableApplicationContext context) {
		context.publishEvent(ready(context.getSourceApplicationContext(ConfigurableApplicationContext.class)));
	}

	private static void call(AssertableApplicationContext context) {
		context.getBean(PlatformClients.class)
			.get("platform")
			.webClient()
			.get()
			.uri("videos")
			.retrieve()
			.toBodilessEntity()
			.block(PATIENCE);
	}

	@Test
	void startWhenAnotherNodeHasATokenThenHeldBeforeTheFirstCall() {
		this.node.run((one) -> {
			call(one);
			this.node.run((other) -> {
				PlatformClient client = other.getBean(PlatformClients.class).get("platform");
				// The first node stores its token after the call, so that this one may be
				// too early
				Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(2)).untilAsserted(() -> {
					start(other);
					assertThat(client.snapshot().token()).isNotNull()
						.extracting(TokenStatus::state)
						.isEqualTo(TokenState.FRESH);
				});
				assertThat(this.platform.tokenRequests()).hasSize(1);
			});
		});
	}

	@Test
	void startWhenAPreparationFailsThenRepeatedWithGrowingPausesUntilItHasWorked() {
		AtomicInteger attempts = new AtomicInteger();
		Mono<String> third = Mono.fromSupplier(() -> {
			if (attempts.incrementAndGet() < 3) {
				throw new IllegalStateException("not yet");
			}
			return "done";
		});
		AtomicInteger others = new AtomicInteger();
		WarmUp warmUp = new WarmUp(List.of(third, Mono.fromRunnable(others::incrementAndGet)), this.time,
				new Random(7));
		try (ConfigurableApplicationContext context = new StaticApplicationContext()) {
			warmUp.onApplicationEvent(ready(context));
			assertThat(attempts).hasValue(0);
			this.time.advanceTimeBy(Duration.ofSeconds(1));
			assertThat(attempts).hasValue(1);
			this.time.advanceTimeBy(Duration.ofSeconds(2));
			assertThat(attempts).hasValue(2);
			this.time.advanceTimeBy(Duration.ofMinutes(5));
			assertThat(attempts).hasValue(3);
			assertThat(others).hasValue(1);
		}
	}

}
