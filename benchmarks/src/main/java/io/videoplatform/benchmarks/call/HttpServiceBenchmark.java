package io.videoplatform.benchmarks.call;

import java.util.concurrent.TimeUnit;

import io.videoplatform.benchmarks.stub.StubPlatform;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.ResponseEntity;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * One call of an HTTP interface with a token that is fresh, exchanged in memory, beside
 * the same interface with a fixed header.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class HttpServiceBenchmark {

	/**
	 * The group.
	 */
	@Param
	public Group group = Group.PLATFORM_ON_REST_CLIENT;

	private StubPlatform platform = new StubPlatform();

	private ConfigurableApplicationContext context = HttpServiceApplication.start(this.platform);

	private HttpServiceApplication.Videos videos = (id) -> ResponseEntity.ok().build();

	/**
	 * Find the interface and acquire its token.
	 */
	@Setup
	public void start() {
		this.videos = this.context.getBean(HttpServiceProxyRegistry.class)
			.getClient(this.group.registered, HttpServiceApplication.Videos.class);
		this.videos.list(7);
	}

	/**
	 * Stop the application.
	 */
	@TearDown
	public void stop() {
		this.context.close();
		this.platform.close();
	}

	/**
	 * Send the call.
	 * @return its response
	 */
	@Benchmark
	public ResponseEntity<Void> send() {
		return this.videos.list(7);
	}

	/**
	 * The groups that are compared, each floor before its own.
	 */
	public enum Group {

		/**
		 * The floor on {@code RestClient}: a header that never changes.
		 */
		FIXED_HEADER_ON_REST_CLIENT("fixed"),

		/**
		 * The platform's group on {@code RestClient}.
		 */
		PLATFORM_ON_REST_CLIENT("platform"),

		/**
		 * The floor on {@code WebClient}.
		 */
		FIXED_HEADER_ON_WEB_CLIENT("fixed-web"),

		/**
		 * The platform's group on {@code WebClient}.
		 */
		PLATFORM_ON_WEB_CLIENT("platform-web");

		private final String registered;

		Group(String registered) {
			this.registered = registered;
		}

	}

}
