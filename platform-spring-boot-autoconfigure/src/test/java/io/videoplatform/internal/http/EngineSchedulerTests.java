package io.videoplatform.internal.http;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DaemonThread}.
 */
class DaemonThreadTests {

	@Test
	void createThenInheritsNothingOfTheCaller() throws InterruptedException {
		InheritableThreadLocal<String> ofCaller = new InheritableThreadLocal<>();
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		AtomicReference<String> inherited = new AtomicReference<>();
		ofCaller.set("user");
		Thread.currentThread().setContextClassLoader(new ClassLoader("caller", before) {
		});
		try {
			Thread thread = DaemonThread.create("platform-test", () -> inherited.set(ofCaller.get()));
			assertThat(thread.getContextClassLoader()).isSameAs(DaemonThread.class.getClassLoader());
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

	@Test
	void factoryThenThreadsHaveNumbers() {
		ThreadFactory factory = DaemonThread.factory("platform-test");
		assertThat(factory.newThread(Thread::yield).getName()).isEqualTo("platform-test-1");
		assertThat(factory.newThread(Thread::yield).getName()).isEqualTo("platform-test-2");
	}

}
