package io.videoplatform.testing;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * The token endpoint of a {@link TestPlatform}: it issues tokens, and fails as a test
 * wants it to.
 */
public final class TokenEndpoint {

	/**
	 * Where it is besides the path of the configuration, as the platform's contract names
	 * it.
	 */
	public static final String PATH_OF_THE_CONTRACT = "/oauth/token";

	private final Function<RecordedRequest, TestResponse> issuing;

	private final Queue<Function<RecordedRequest, TestResponse>> next = new ConcurrentLinkedQueue<>();

	private volatile Function<RecordedRequest, TestResponse> always;

	TokenEndpoint(Function<RecordedRequest, TestResponse> issuing) {
		this.issuing = issuing;
		this.always = issuing;
	}

	/**
	 * Set the response to the next request that has none yet.
	 */
	public TokenEndpoint next(TestResponse response) {
		this.next.add((request) -> response);
		return this;
	}

	/**
	 * Process the next request that has no response yet, and lose the response.
	 */
	public TokenEndpoint loseNext(TestResponse lost) {
		this.next.add((request) -> {
			this.issuing.apply(request);
			return lost;
		});
		return this;
	}

	/**
	 * Set the responses to all requests until {@link TestPlatform#repair()}.
	 */
	public TokenEndpoint always(Function<Map<String, String>, TestResponse> response) {
		this.always = (request) -> response.apply(request.credentials());
		return this;
	}

	void repair() {
		this.next.clear();
		this.always = this.issuing;
	}

	TestResponse respond(RecordedRequest request) {
		Function<RecordedRequest, TestResponse> first = this.next.poll();
		return (first != null) ? first.apply(request) : this.always.apply(request);
	}

}
