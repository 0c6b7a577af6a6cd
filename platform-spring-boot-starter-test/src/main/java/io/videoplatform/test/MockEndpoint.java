package io.videoplatform.test;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.util.Assert;

/**
 * A part of a {@link MockPlatform} that fails, or responds late, as a test wants it to.
 * Faults last until {@link #recover()} or until the mock is reset.
 *
 * <pre class="code">
 * platform.tokenEndpoint().fail(503);
 * assertThatExceptionOfType(PlatformAuthorizationException.class).isThrownBy(this.videos::list);
 * platform.tokenEndpoint().recover();
 * </pre>
 *
 * @since 0.1.0
 */
public final class MockEndpoint {

	private static final Pattern ERROR = Pattern.compile("[ -~&&[^\"\\\\]]+");

	private final Function<RecordedRequest, TestResponse> working;

	private final Function<String, TestResponse> errors;

	private final Queue<Function<RecordedRequest, TestResponse>> next = new ConcurrentLinkedQueue<>();

	private volatile Function<RecordedRequest, TestResponse> always;

	private volatile Duration delay = Duration.ZERO;

	private volatile Sinks.Empty<Void> endOfDelays = Sinks.empty();

	MockEndpoint(Function<RecordedRequest, TestResponse> working, Function<String, TestResponse> errors) {
		this.working = working;
		this.errors = errors;
		this.always = working;
	}

	/**
	 * Respond to all requests with a status.
	 * @param status the status code, 400 to 599
	 * @return this endpoint
	 * @throws IllegalArgumentException if it is no status of a failure
	 */
	public MockEndpoint fail(int status) {
		TestResponse failure = failure(status);
		this.always = (request) -> failure;
		return this;
	}

	/**
	 * Respond to all requests with an OAuth error: at the token endpoint such as
	 * {@code invalid_client} (RFC 6749, section 5.2), at the API such as
	 * {@code insufficient_scope} (RFC 6750, section 3.1).
	 * @param error the error code
	 * @return this endpoint
	 * @throws IllegalArgumentException if it has characters that no error code has
	 */
	public MockEndpoint fail(String error) {
		checkError(error);
		this.always = (request) -> this.errors.apply(error);
		return this;
	}

	/**
	 * Respond to one request with a status: the next one that no earlier call of this
	 * kind is for.
	 * @param status the status code, 400 to 599
	 * @return this endpoint
	 * @throws IllegalArgumentException if it is no status of a failure
	 */
	public MockEndpoint failNext(int status) {
		TestResponse failure = failure(status);
		this.next.add((request) -> failure);
		return this;
	}

	private static TestResponse failure(int status) {
		Assert.isTrue(status >= 400 && status <= 599,
				() -> "%d is no status of a failure, which are 400 to 599".formatted(status));
		return TestResponse.status(status);
	}

	/**
	 * Respond to one request with an OAuth error: the next one that no earlier call of
	 * this kind is for.
	 * @param error the error code
	 * @return this endpoint
	 * @throws IllegalArgumentException if it has characters that no error code has
	 */
	public MockEndpoint failNext(String error) {
		checkError(error);
		this.next.add((request) -> this.errors.apply(error));
		return this;
	}

	/**
	 * A header may hold it, too (RFC 6749, section 5.2).
	 */
	private static void checkError(String error) {
		Assert.isTrue(error != null && ERROR.matcher(error).matches(),
				() -> "'%s' is no error code, such as 'invalid_client'".formatted(error));
	}

	/**
	 * Process one request and lose its response: the connection is reset. It is the next
	 * request that no earlier call of this kind is for.
	 * @return this endpoint
	 */
	public MockEndpoint loseNext() {
		this.next
			.add((request) -> TestResponse.status(TestResponse.RESET).ending(this.working.apply(request).ending()));
		return this;
	}

	/**
	 * Delay all responses, in real time, but not beyond the next reset. Requests are
	 * processed at once.
	 * @param delay the delay
	 * @return this endpoint
	 * @throws IllegalArgumentException if it is negative
	 */
	public MockEndpoint delay(Duration delay) {
		Assert.isTrue(!delay.isNegative(), () -> "A delay is not negative, as %s is".formatted(delay));
		this.delay = delay;
		return this;
	}

	/**
	 * Work as usual again.
	 */
	public void recover() {
		this.next.clear();
		this.always = this.working;
		this.delay = Duration.ZERO;
	}

	TestResponse respond(RecordedRequest request) {
		Function<RecordedRequest, TestResponse> first = this.next.poll();
		return (first != null) ? first.apply(request) : this.always.apply(request);
	}

	/**
	 * Return a response when it is to be sent.
	 */
	Mono<TestResponse> delay(RecordedRequest request, TestResponse response) {
		Mono<Void> end = this.endOfDelays.asMono();
		Duration duration = this.delay;
		return duration.isZero() ? Mono.just(response) : Mono.firstWithSignal(Mono.delay(duration).thenReturn(response),
				end.then(Mono.fromSupplier(() -> this.working.apply(request))));
	}

	/**
	 * Respond to what is delayed, as to a request of now: what a test before has left
	 * waiting is to fail none that comes after it.
	 */
	void endDelays() {
		Sinks.Empty<Void> ended = this.endOfDelays;
		this.endOfDelays = Sinks.empty();
		ended.tryEmitEmpty();
	}

}
