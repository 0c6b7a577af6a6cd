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
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * One call with a token that is fresh, exchanged in memory.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class FreshTokenBenchmark {

	/**
	 * The call.
	 */
	@Param
	public Call call = Call.GET;

	/**
	 * The client.
	 */
	@Param
	public Client client = Client.PLATFORM;

	private StubPlatform platform = new StubPlatform();

	private ConfigurableApplicationContext context = CallApplication.start(this.platform);

	private WebClient webClient = WebClient.create();

	/**
	 * Build the client and obtain its token.
	 */
	@Setup
	public void start() {
		this.webClient = this.client.of(this.context, this.platform);
		this.call.send(this.webClient);
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
		return this.call.send(this.webClient);
	}

	/**
	 * The clients that are compared.
	 */
	public enum Client {

		/**
		 * The floor: a header that never changes.
		 */
		FIXED_HEADER,

		/**
		 * The starter's, with the application's own token.
		 */
		PLATFORM,

		/**
		 * The starter's, with the token of the user who is logged in on this thread, as
		 * in a servlet application.
		 */
		USER,

		/**
		 * The starter's, with the token of the user in the subscriber's context, as in a
		 * reactive application.
		 */
		REACTIVE_USER,

		/**
		 * The floor of that: a fixed header, and the same context.
		 */
		REACTIVE_FIXED_HEADER,

		/**
		 * The starter's, with the application's own token, which it shares in Redis.
		 */
		SHARED,

		/**
		 * The starter's, with the token of the user in the subscriber's context, which is
		 * shared in Redis.
		 */
		REACTIVE_SHARED_USER,

		/**
		 * With Spring Security's reactive filter.
		 */
		STOCK_REACTIVE,

		/**
		 * With Spring Security's servlet filter.
		 */
		STOCK_SERVLET;

		WebClient of(ConfigurableApplicationContext context, StubPlatform platform) {
			WebClient.Builder builder = context.getBean(WebClient.Builder.class).baseUrl(platform.rootUrl() + "/v1/");
			return switch (this) {
				case FIXED_HEADER ->
					builder.defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + StubPlatform.FIXED_TOKEN).build();
				case PLATFORM -> context.getBean("platformWebClient", WebClient.class);
				case USER -> UserClients.onThread(context);
				case REACTIVE_USER -> UserClients.reactive(context);
				case REACTIVE_FIXED_HEADER -> UserClients.inContext(
						builder.defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + StubPlatform.FIXED_TOKEN).build(),
						UserClients.logIn(context));
				case SHARED -> new SharedApplication(context, platform).client();
				case REACTIVE_SHARED_USER -> UserClients.reactive(new SharedApplication(context, platform).context());
				case STOCK_REACTIVE -> StockClients.reactive(builder);
				case STOCK_SERVLET -> StockClients.servlet(builder);
			};
		}

	}

}
