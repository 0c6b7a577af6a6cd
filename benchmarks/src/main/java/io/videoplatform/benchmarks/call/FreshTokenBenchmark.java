package io.videoplatform.benchmarks.call;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

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
import org.springframework.web.client.RestClient;
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

	private Supplier<ResponseEntity<Void>> sending = () -> ResponseEntity.noContent().build();

	/**
	 * Build the client and acquire its token.
	 */
	@Setup
	public void start() {
		this.sending = this.client.sending(this.call, this.context, this.platform);
		this.sending.get();
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
		return this.sending.get();
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
		STOCK_SERVLET,

		/**
		 * The floor of {@code RestClient}s: a header that never changes.
		 */
		REST_FIXED_HEADER,

		/**
		 * The starter's {@code RestClient}, with the application's own token.
		 */
		REST_PLATFORM,

		/**
		 * The floor with metrics: a header that never changes, and a meter registry.
		 */
		METERED_FIXED_HEADER,

		/**
		 * The starter's, with the application's own token and a meter registry.
		 */
		METERED_PLATFORM,

		/**
		 * The floor of {@code RestClient}s with metrics.
		 */
		METERED_REST_FIXED_HEADER,

		/**
		 * The starter's {@code RestClient}, with the application's own token and a meter
		 * registry.
		 */
		METERED_REST_PLATFORM;

		/**
		 * Return what this client is compared with.
		 */
		Client floor() {
			return switch (this) {
				case REST_FIXED_HEADER, REST_PLATFORM -> REST_FIXED_HEADER;
				case METERED_FIXED_HEADER, METERED_PLATFORM -> METERED_FIXED_HEADER;
				case METERED_REST_FIXED_HEADER, METERED_REST_PLATFORM -> METERED_REST_FIXED_HEADER;
				default -> FIXED_HEADER;
			};
		}

		Supplier<ResponseEntity<Void>> sending(Call call, ConfigurableApplicationContext context,
				StubPlatform platform) {
			return sendingIn(metered() ? MeteredApplication.start(context, platform) : context, call, platform);
		}

		Supplier<ResponseEntity<Void>> sendingIn(ConfigurableApplicationContext context, Call call,
				StubPlatform platform) {
			if (floor() == REST_FIXED_HEADER || floor() == METERED_REST_FIXED_HEADER) {
				RestClient client = restClient(context, platform);
				return () -> call.send(client);
			}
			WebClient client = webClient(context, platform);
			return () -> call.send(client);
		}

		private boolean metered() {
			return floor() == METERED_FIXED_HEADER || floor() == METERED_REST_FIXED_HEADER;
		}

		private RestClient restClient(ConfigurableApplicationContext context, StubPlatform platform) {
			return (this != floor()) ? context.getBean("platformRestClient", RestClient.class)
					: context.getBean(RestClient.Builder.class)
						.baseUrl(platform.rootUrl() + "/v1/")
						.defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + StubPlatform.FIXED_TOKEN)
						.build();
		}

		private WebClient webClient(ConfigurableApplicationContext context, StubPlatform platform) {
			WebClient.Builder builder = context.getBean(WebClient.Builder.class).baseUrl(platform.rootUrl() + "/v1/");
			return switch (this) {
				case FIXED_HEADER, METERED_FIXED_HEADER ->
					builder.defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + StubPlatform.FIXED_TOKEN).build();
				case PLATFORM, METERED_PLATFORM -> context.getBean("platformWebClient", WebClient.class);
				case USER -> UserClients.onThread(context);
				case REACTIVE_USER -> UserClients.reactive(context);
				case REACTIVE_FIXED_HEADER -> UserClients.inContext(
						builder.defaultHeader(HttpHeaders.AUTHORIZATION, "Bearer " + StubPlatform.FIXED_TOKEN).build(),
						UserClients.logIn(context));
				case SHARED -> new SharedApplication(context, platform).client();
				case REACTIVE_SHARED_USER -> UserClients.reactive(new SharedApplication(context, platform).context());
				case STOCK_REACTIVE -> StockClients.reactive(builder);
				case STOCK_SERVLET -> StockClients.servlet(builder);
				case REST_FIXED_HEADER, REST_PLATFORM, METERED_REST_FIXED_HEADER, METERED_REST_PLATFORM ->
					throw new IllegalStateException("No WebClient: " + this);
			};
		}

	}

}
