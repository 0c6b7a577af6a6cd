package io.videoplatform.internal.login.scenarios;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.task.SimpleAsyncTaskSchedulerBuilder;
import org.springframework.boot.task.ThreadPoolTaskExecutorBuilder;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.CronTrigger;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Pages of a servlet application that begin tasks on what Boot makes, with a decorator of
 * the application's own.
 */
@Configuration(proxyBeanMethods = false)
@Import(ServletTasks.Controller.class)
class ServletTasks {

	@Bean
	Decorations decorations() {
		return new Decorations();
	}

	/**
	 * Counts the tasks that it decorates.
	 */
	static class Decorations implements TaskDecorator {

		final AtomicInteger count = new AtomicInteger();

		@Override
		public Runnable decorate(Runnable task) {
			this.count.incrementAndGet();
			return task;
		}

	}

	/**
	 * Makes the pages.
	 */
	@RestController
	static class Controller {

		private final WebClient platform;

		private final ThreadPoolTaskExecutorBuilder executors;

		private final ThreadPoolTaskSchedulerBuilder schedulers;

		private final SimpleAsyncTaskSchedulerBuilder simple;

		Controller(@Qualifier("platformWebClient") WebClient platform, ThreadPoolTaskExecutorBuilder executors,
				ThreadPoolTaskSchedulerBuilder schedulers, SimpleAsyncTaskSchedulerBuilder simple) {
			this.platform = platform;
			this.executors = executors;
			this.schedulers = schedulers;
			this.simple = simple;
		}

		@GetMapping("/tasks/executor")
		String executor() {
			ThreadPoolTaskExecutor executor = this.executors.build();
			executor.initialize();
			try {
				return executor.submit(this::videos).get();
			}
			catch (Exception ex) {
				return ex.toString();
			}
			finally {
				executor.shutdown();
			}
		}

		@GetMapping("/tasks/executor/own")
		String ownDecorator() {
			AtomicInteger count = new AtomicInteger();
			ThreadPoolTaskExecutor executor = this.executors.taskDecorator((task) -> {
				count.incrementAndGet();
				return task;
			}).build();
			executor.initialize();
			executor.execute(() -> {
			});
			executor.shutdown();
			return String.valueOf(count.get());
		}

		@GetMapping("/tasks/pool/{trigger}")
		String pool(@PathVariable String trigger) {
			ThreadPoolTaskScheduler scheduler = this.schedulers.build();
			scheduler.initialize();
			try {
				return second(scheduler, trigger);
			}
			finally {
				scheduler.shutdown();
			}
		}

		@GetMapping("/tasks/simple/{trigger}")
		String simple(@PathVariable String trigger) {
			try (SimpleAsyncTaskScheduler scheduler = this.simple.build()) {
				return second(scheduler, trigger);
			}
		}

		/**
		 * Return what a call in the second run brings, or in the only one.
		 */
		private String second(TaskScheduler scheduler, String trigger) {
			AtomicInteger runs = new AtomicInteger();
			CompletableFuture<String> result = new CompletableFuture<>();
			Runnable job = () -> {
				if (runs.incrementAndGet() > 1 || trigger.equals("once")) {
					result.complete(videos());
				}
			};
			switch (trigger) {
				case "once" -> scheduler.schedule(job, Instant.now());
				case "rate" -> scheduler.scheduleAtFixedRate(job, Duration.ofMillis(1));
				case "delay" -> scheduler.scheduleWithFixedDelay(job, Duration.ofMillis(1));
				default -> scheduler.schedule(job, new CronTrigger("* * * * * *"));
			}
			return result.join();
		}

		private String videos() {
			try {
				return String.valueOf(this.platform.get().uri("videos").retrieve().bodyToMono(String.class).block());
			}
			catch (RuntimeException ex) {
				return ex.getMessage();
			}
		}

	}

}
