package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls of applications whose beans are created when they are used, and of virtual
 * threads where Java has them.
 */
class FastStartTests {

	private static final int CALLS = 200;

	private final TestPlatform platform = new TestPlatform();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, WebClientAutoConfiguration.class,
						TaskExecutionAutoConfiguration.class, PlatformAutoConfiguration.class))
		.withPropertyValues("platform.root-url=" + this.platform.rootUrl(), "platform.username=developer",
				"platform.password=canary-password", "platform.discovery.warm-up=false");

	@AfterEach
	void close() {
		this.platform.close();
	}

	@Test
	void callWhenBeansAreLazyThenCarriesToken() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(call(context)).isNotEmpty();
				assertThat(this.platform.tokenRequests()).hasSize(1);
			});
	}

	@Test
	void callWhenThreadsAreVirtualThenAllCarryOneToken() {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=true").run((context) -> {
			AsyncTaskExecutor threads = context.getBean("applicationTaskExecutor", AsyncTaskExecutor.class);
			List<CompletableFuture<String>> calls = IntStream.range(0, CALLS)
				.mapToObj((number) -> threads.submitCompletable(() -> call(context)))
				.toList();
			assertThat(calls)
				.allSatisfy((call) -> assertThat(call.orTimeout(60, TimeUnit.SECONDS).join()).isNotEmpty());
			assertThat(this.platform.tokenRequests()).hasSize(1);
		});
	}

	private static String call(ApplicationContext context) {
		String response = context.getBean("platformWebClient", WebClient.class)
			.get()
			.uri("videos")
			.retrieve()
			.bodyToMono(String.class)
			.block();
		return (response != null) ? response : "";
	}

}
