package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events of the platform as events of the application.
 */
class ApplicationEventTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withBean("platformClock", Clock.class, () -> this.clock)
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.discovery.warm-up=false",
				"platform.client-id=app", "platform.client-secret=canary-secret",
				"platform.grant-type=client_credentials");

	@AfterEach
	void close() {
		this.platform.close();
	}

	private static int call(ApplicationContext context) {
		return Objects.requireNonNull(context.getBean(PlatformClients.class)
			.get(PlatformClients.DEFAULT)
			.webClient()
			.get()
			.uri("videos")
			.exchangeToMono((response) -> response.releaseBody().thenReturn(response.statusCode().value()))
			.onErrorReturn(0)
			.block(PATIENCE));
	}

	@Test
	void callWhenEventListenerThenTheEventsOfThePlatformsListener() {
		List<PlatformEvent> events = new CopyOnWriteArrayList<>();
		this.runner.withUserConfiguration(Listening.class)
			.withBean(PlatformEvent.Listener.class, () -> events::add)
			.run((context) -> {
				assertThat(call(context)).isEqualTo(200);
				assertThat(context.getBean(Listening.class).events).isNotEmpty().containsExactlyElementsOf(events);
			});
	}

	@Test
	void callWhenProviderFailsThenEventNamesTheError() {
		this.platform.fail("/webfinger", 404);
		this.runner.withUserConfiguration(Listening.class).run((context) -> {
			assertThat(call(context)).isZero();
			assertThat(context.getBean(Listening.class).events).filteredOn((event) -> event.level() == Level.WARN)
				.extracting(PlatformEvent::error)
				.containsExactly(PlatformError.UNKNOWN_RESOURCE);
		});
	}

	@Test
	void callWhenListenerThrowsThenServedAndRefreshed() {
		this.runner.withUserConfiguration(Failing.class).run((context) -> {
			assertThat(call(context)).isEqualTo(200);
			this.clock.advance(Duration.ofMinutes(6));
			assertThat(call(context)).isEqualTo(200);
			assertThat(this.platform.requests("/token")).hasSize(2);
		});
	}

	@Test
	void callWhenTokenIsFreshThenNoEvent() {
		this.runner.withUserConfiguration(Listening.class).run((context) -> {
			call(context);
			List<PlatformEvent> events = context.getBean(Listening.class).events;
			events.clear();
			call(context);
			assertThat(events).isEmpty();
		});
	}

	@Test
	void publishWhenContextIsClosedThenNothing() {
		this.runner.withUserConfiguration(Listening.class).run((context) -> {
			EventLog log = context.getBean("platformEventLog", EventLog.class);
			List<PlatformEvent> events = context.getBean(Listening.class).events;
			context.getSourceApplicationContext().close();
			events.clear();
			log.onEvent(new PlatformEvent(this.clock.instant(), PlatformStep.STORE, Level.INFO, "late", null));
			assertThat(events).isEmpty();
			assertThat(log.last()).extracting(PlatformEvent::message).contains("late");
		});
	}

	static class Listening {

		final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

		@EventListener
		void on(PlatformEvent event) {
			this.events.add(event);
		}

	}

	static class Failing {

		@EventListener
		void on(PlatformEvent event) {
			throw new IllegalStateException("no room");
		}

	}

}
