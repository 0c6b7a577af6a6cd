package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.videoplatform.Gates;
import io.videoplatform.PlatformEvent;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

/**
 * Events of the platform as events of the application.
 */
class ApplicationEventTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = ClientApplication.runner()
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=canary-secret",
				"platform.grant-type=client_credentials");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static int call(ApplicationContext context) {
		return call(context.getBean(PlatformClients.class).get(PlatformClients.DEFAULT).webClient()).block(PATIENCE);
	}

	private static Mono<Integer> call(WebClient client) {
		return client.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.onErrorReturn(0);
	}

	@Test
	void callWhenEventListenerThenTheEventsOfThePlatformsListener() {
		List<PlatformEvent> events = new CopyOnWriteArrayList<>();
		this.runner.withUserConfiguration(Listening.class)
			.withBean(PlatformEvent.Listener.class, () -> events::add)
			.run((context) -> {
				assertThat(call(context)).isEqualTo(200);
				List<PlatformEvent> published = context.getBean("platformEventLog", EventLog.class).last();
				List<PlatformEvent> listened = context.getBean(Listening.class).events;
				Gates.until(() -> listened.size() == published.size() && events.size() == published.size());
				assertThat(listened).isNotEmpty().containsExactlyElementsOf(events);
			});
	}

	@Test
	void callWhenAListenerBlocksThenServed() {
		CountDownLatch gate = new CountDownLatch(1);
		this.runner.withBean(PlatformEvent.Listener.class, () -> (event) -> Gates.await(gate)).run((context) -> {
			assertThat(call(context)).isEqualTo(200);
			this.clock.advance(Duration.ofMinutes(6));
			assertThat(call(context)).isEqualTo(200);
			gate.countDown();
		});
	}

	@Test
	void callWhenFiltersOfOtherCallsBlockThenServed() {
		CountDownLatch gate = new CountDownLatch(1);
		AtomicInteger blocked = new AtomicInteger();
		this.runner
			.withPropertyValues("platform.clients.other.client-id=other",
					"platform.clients.other.client-secret=canary-other",
					"platform.clients.other.grant-type=client_credentials")
			.run((context) -> {
				PlatformClients clients = context.getBean(PlatformClients.class);
				WebClient blocking = clients.get(PlatformClients.DEFAULT)
					.webClient()
					.mutate()
					.filter((request, next) -> {
						blocked.incrementAndGet();
						Gates.await(gate);
						return next.exchange(request);
					})
					.build();
				CompletableFuture<List<Integer>> calls = Flux.range(0, 30)
					.flatMap((number) -> call(blocking), 30)
					.collectList()
					.toFuture();
				Gates.until(() -> blocked.get() == 30);
				assertThat(call(clients.get("other").webClient()).block(PATIENCE)).isEqualTo(200);
				gate.countDown();
				assertThat(calls).succeedsWithin(PATIENCE).asInstanceOf(LIST).hasSize(30).containsOnly(200);
			});
	}

	static class Listening {

		final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void on(PlatformEvent event) {
			this.events.add(event);
		}

	}

}
