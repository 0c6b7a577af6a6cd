package io.videoplatform.it.api;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the API host has counted since it was made or cleared.
 *
 * @since 0.1.0
 */
public final class ApiCounts {

	private final AtomicInteger webFinger = new AtomicInteger();

	private final AtomicInteger webFingerWithCredentials = new AtomicInteger();

	private final AtomicInteger requests = new AtomicInteger();

	private final AtomicInteger accepted = new AtomicInteger();

	private final AtomicInteger unauthorized = new AtomicInteger();

	private final AtomicInteger withoutToken = new AtomicInteger();

	ApiCounts() {
	}

	/**
	 * Counts WebFinger requests, good or bad.
	 * @return the number
	 */
	public int webFinger() {
		return this.webFinger.get();
	}

	/**
	 * Counts WebFinger requests that carried an {@code Authorization} or {@code Cookie}
	 * header, as none should.
	 * @return the number
	 */
	public int webFingerWithCredentials() {
		return this.webFingerWithCredentials.get();
	}

	/**
	 * Counts requests below {@code /v1/}.
	 * @return the number
	 */
	public int requests() {
		return this.requests.get();
	}

	/**
	 * Counts requests below {@code /v1/} with the response 200.
	 * @return the number
	 */
	public int accepted() {
		return this.accepted.get();
	}

	/**
	 * Counts requests below {@code /v1/} with the response 401.
	 * @return the number
	 */
	public int unauthorized() {
		return this.unauthorized.get();
	}

	/**
	 * Counts requests below {@code /v1/} that carried no bearer token, as none should.
	 * @return the number
	 */
	public int withoutToken() {
		return this.withoutToken.get();
	}

	/**
	 * Begins again at zero.
	 */
	public void clear() {
		for (AtomicInteger count : new AtomicInteger[] { this.webFinger, this.webFingerWithCredentials, this.requests,
				this.accepted, this.unauthorized, this.withoutToken }) {
			count.set(0);
		}
	}

	void webFingerRequested(boolean withCredentials) {
		this.webFinger.incrementAndGet();
		if (withCredentials) {
			this.webFingerWithCredentials.incrementAndGet();
		}
	}

	void requestArrived(boolean withToken) {
		this.requests.incrementAndGet();
		if (!withToken) {
			this.withoutToken.incrementAndGet();
		}
	}

	void requestCompleted(int status) {
		if (status == 200) {
			this.accepted.incrementAndGet();
		}
		if (status == 401) {
			this.unauthorized.incrementAndGet();
		}
	}

	@Override
	public String toString() {
		return "ApiCounts[webFinger=" + this.webFinger + ", requests=" + this.requests + ", accepted=" + this.accepted
				+ ", unauthorized=" + this.unauthorized + ", withoutToken=" + this.withoutToken + "]";
	}

}
