package io.videoplatform.it.api;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestServer;

/**
 * What the API host has counted since it was made or cleared.
 *
 * @since 0.1.0
 */
public final class ApiCounts {

	static final String WEB_FINGER = "/.well-known/webfinger";

	private final TestServer server;

	private final AtomicInteger accepted = new AtomicInteger();

	private final AtomicInteger unauthorized = new AtomicInteger();

	ApiCounts(TestServer server) {
		this.server = server;
	}

	/**
	 * Counts WebFinger requests, good or bad.
	 */
	public int webFinger() {
		return this.server.requests(WEB_FINGER).size();
	}

	/**
	 * Counts requests below {@code /v1/}.
	 */
	public int requests() {
		return count(ApiCounts::isCall);
	}

	/**
	 * Counts requests below {@code /v1/} with the response 200.
	 */
	public int accepted() {
		return this.accepted.get();
	}

	/**
	 * Counts requests below {@code /v1/} with the response 401.
	 */
	public int unauthorized() {
		return this.unauthorized.get();
	}

	void completed(int status) {
		((status == 401) ? this.unauthorized : this.accepted).incrementAndGet();
	}

	private int count(Predicate<RecordedRequest> filter) {
		return (int) this.server.requests().stream().filter(filter).count();
	}

	private static boolean isCall(RecordedRequest request) {
		return request.path().startsWith("/v1/");
	}

}
