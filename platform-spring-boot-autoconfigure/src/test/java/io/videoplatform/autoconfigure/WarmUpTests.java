package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.StaticApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is done in the background once an application has started.
 */
class WarmUpTests {

	private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

	@AfterEach
	void close() {
		this.time.dispose();
	}

	private static ApplicationReadyEvent ready(ConfigurableApplicationContext context) {
		return new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO);
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
