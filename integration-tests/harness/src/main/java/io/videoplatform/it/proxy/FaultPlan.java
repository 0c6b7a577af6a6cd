package io.videoplatform.it.proxy;

import org.jspecify.annotations.Nullable;

/**
 * Which of the next token requests lose their responses, and how.
 */
final class FaultPlan {

	private @Nullable Fault fault;

	private @Nullable String grantType;

	private int left;

	/**
	 * Replaces the plan.
	 * @param requests how many requests lose their responses, none to end the plan
	 * @param next what happens to them
	 * @param onlyGrantType the grant that is meant, {@code null} for each
	 */
	synchronized void set(int requests, Fault next, @Nullable String onlyGrantType) {
		this.left = requests;
		this.fault = next;
		this.grantType = onlyGrantType;
	}

	/**
	 * Takes the fault of one request.
	 * @param request a request that has arrived
	 * @return its fault, {@code null} if it gets its response
	 */
	synchronized @Nullable Fault take(TokenRequest request) {
		boolean meant = this.grantType == null || this.grantType.equals(request.grantType());
		if (this.left == 0 || !meant) {
			return null;
		}
		this.left--;
		return this.fault;
	}

}
