package io.videoplatform.internal.login.scenarios;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A page of a servlet application whose calls are made by a worker that the first request
 * starts on Boot's executor.
 */
@RestController
class ServletQueue {

	private final WebClient platform;

	private final AsyncTaskExecutor executor;

	private final BlockingQueue<CompletableFuture<String>> queue = new LinkedBlockingQueue<>();

	private final AtomicBoolean started = new AtomicBoolean();

	ServletQueue(@Qualifier("platformWebClient") WebClient platform,
			@Qualifier("applicationTaskExecutor") AsyncTaskExecutor executor) {
		this.platform = platform;
		this.executor = executor;
	}

	@GetMapping("/queue")
	String queue() {
		CompletableFuture<String> result = new CompletableFuture<>();
		this.queue.add(result);
		if (this.started.compareAndSet(false, true)) {
			this.executor.execute(this::work);
		}
		return result.join();
	}

	private void work() {
		try {
			while (true) {
				this.queue.take().complete(videos());
			}
		}
		catch (InterruptedException ex) {
			// The application is closing
			Thread.currentThread().interrupt();
		}
	}

	private String videos() {
		try {
			return String.valueOf(this.platform.get().uri("videos").retrieve().bodyToMono(String.class).block());
		}
		catch (RuntimeException ex) {
			return String.valueOf(ex.getMessage());
		}
	}

}
