package io.videoplatform.benchmarks.stub;

/**
 * One login of one user. Its refresh tokens are good for one use; the second use of any
 * of them ends it.
 */
final class StubLogin {

	private static final int KEPT = 4;

	private final int number;

	private final String user;

	/**
	 * When the access tokens of the last generations run out.
	 */
	private final long[] ends = new long[KEPT];

	private int generation;

	private long issuedAt;

	private boolean active = true;

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

	/**
	 * Use a refresh token.
	 */
	synchronized Use use(int generation, long now, long lifetime) {
		if (!this.active) {
			return Use.UNKNOWN;
		}
		if (generation != this.generation) {
			this.active = false;
			return Use.AGAIN;
		}
		return (now - this.issuedAt < lifetime / 2) ? Use.EARLY : Use.FINE;
	}

	/**
	 * Issue the next pair of tokens.
	 * @return their generation
	 */
	synchronized int issue(long now, long lifetime) {
		this.generation++;
		this.issuedAt = now;
		this.ends[this.generation % KEPT] = now + lifetime;
		return this.generation;
	}

	/**
	 * End it.
	 * @return whether it was active
	 */
	synchronized boolean end() {
		boolean ended = this.active;
		this.active = false;
		return ended;
	}

	synchronized boolean accepts(int generation, long now) {
		return generation > this.generation - KEPT && now < this.ends[generation % KEPT];
	}

	String accessToken(int generation) {
		// As long as a real provider's signed token
		return "user-%d-%d-%s".formatted(this.number, generation, "x".repeat(900));
	}

	String refreshToken(int generation) {
		return "user-%d-%d".formatted(this.number, generation);
	}

	/**
	 * What comes of a refresh token.
	 */
	enum Use {

		/**
		 * New tokens.
		 */
		FINE,

		/**
		 * New tokens, although the access token is far from its end.
		 */
		EARLY,

		/**
		 * The end of the login.
		 */
		AGAIN,

		/**
		 * Nothing: the login has ended.
		 */
		UNKNOWN

	}

}
