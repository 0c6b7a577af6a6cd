package io.videoplatform.internal.http;

import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Threads that the engine starts while a caller waits.
 */
class EngineSchedulerTests {

	@Test
	void threadWhenCreatedThenInheritsNothingOfTheCaller() throws InterruptedException {
		InheritableThreadLocal<String> ofCaller = new InheritableThreadLocal<>();
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		AtomicReference<String> inherited = new AtomicReference<>();
		ofCaller.set("user");
		Thread.currentThread().setContextClassLoader(new ClassLoader("caller", before) {
		});
		try {
			Thread thread = EngineScheduler.thread("platform-test", () -> inherited.set(ofCaller.get()));
			assertThat(thread.getContextClassLoader()).isSameAs(EngineScheduler.class.getClassLoader());
			assertThat(thread.isDaemon()).isTrue();
			thread.start();
			thread.join();
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
			ofCaller.remove();
		}
		assertThat(inherited).hasNullValue();
	}

}
