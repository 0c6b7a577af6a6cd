package io.videoplatform.benchmarks.stub;

import java.util.Arrays;

/**
 * One login of a user or of an application. Its refresh tokens are good for one use; the
 * second use of any of them ends the login of a user.
 */
final class StubLogin {

	private static final int KEPT = 4;

	// As long as a real provider's signed token
	private static final String LONG = "x".repeat(900);

	private final int number;

	private final String user;

	/**
	 * When the access tokens of the last generations run out.
	 */
	private final long[] ends = new long[KEPT];

	private int generation;

	private long issuedAt;

	/**
	 * How often the refresh token before the last one has come again.
	 */
	private int reuses;

	private String lastSender = "";

	private boolean active = true;

	/**
	 * Create a login.
	 */
	StubLogin(int number, String user) {
		this.number = number;
		this.user = user;
	}

	int number() {
		return this.number;
	}

	String user() {
		return this.user;
	}

	boolean isOfUser() {
		return !this.user.isEmpty();
	}

	/**
	 * Use a refresh token.
	 */
	synchronized Use use(int generation, long now, long early, int maxReuses) {
		if (!this.active) {
			return Use.UNKNOWN;
		}
		if (generation == this.generation - 1 && this.reuses < maxReuses) {
			this.reuses++;
			return Use.AGAIN_ACCEPTED;
		}
		if (generation != this.generation) {
			this.active = !isOfUser();
			return accepts(generation, now) ? Use.AGAIN_EARLY : Use.AGAIN;
		}
		this.reuses = 0;
		return (now - this.issuedAt < early) ? Use.EARLY : Use.FINE;
	}

	/**
	 * Issue the next pair of tokens.
	 */
	synchronized int issue(long now, long lifetime, String sender) {
		this.generation++;
		this.lastSender = sender;
		this.issuedAt = now;
		this.ends[this.generation % KEPT] = now + lifetime;
		return this.generation;
	}

	/**
	 * End it.
	 */
	synchronized boolean end() {
		boolean ended = this.active;
		this.active = false;
		return ended;
	}

	synchronized void revokeAccessTokens() {
		Arrays.fill(this.ends, 0);
	}

	/**
	 * Return who has acquired the last tokens, and when.
	 */
	synchronized String last() {
		return "%s %s %d".formatted(this.user, this.lastSender, this.issuedAt);
	}

	synchronized int generation() {
		return this.generation;
	}

	synchronized boolean accepts(int generation, long now) {
		return generation > this.generation - KEPT && now < this.ends[generation % KEPT];
	}

	/**
	 * Return an access token that tells when it runs out, and whose it is, as a signed
	 * one does.
	 */
	synchronized String accessToken(int generation) {
		return "%s-%d-%s%s".formatted(refreshToken(generation), this.ends[generation % KEPT],
				isOfUser() ? this.user + "-" : "", LONG);
	}

	String refreshToken(int generation) {
		return "%s-%d-%d".formatted(isOfUser() ? "user" : "application", this.number, generation);
	}

	/**
	 * What comes of a refresh token: new tokens, also though the access token is far from
	 * its end or the token was used before; nothing, because it was used before, also
	 * though its access token is valid; or nothing, because the login has ended.
	 */
	enum Use {

		FINE, EARLY, AGAIN_ACCEPTED, AGAIN, AGAIN_EARLY, UNKNOWN

	}

}
