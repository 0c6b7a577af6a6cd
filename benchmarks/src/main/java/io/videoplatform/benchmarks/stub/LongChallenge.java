package io.videoplatform.benchmarks.stub;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Challenges that are as long as the headers of a response may be, for clients that read
 * them by expressions.
 */
final class LongChallenge {

	private static final int LENGTH = 6_000;

	private static final List<String> CHALLENGES = List.of(
			"Bearer error=\"invalid_token\", error_description=\"%s\"".formatted("x".repeat(LENGTH)),
			"Bearer error=\"invalid_token\", error_description=\"%s\"".formatted("\\\"".repeat(LENGTH / 2)),
			"Bearer realm=\"%s".formatted("\\\\,".repeat(LENGTH / 3)), "Bearer ".repeat(LENGTH / 7),
			"Digest nonce=\"%s\", Bearer error=\"invalid_token\"".formatted("a, b=".repeat(LENGTH / 5)),
			"Bearer %s".formatted(" ,=".repeat(LENGTH / 3)));

	private LongChallenge() {
	}

	static String random() {
		return CHALLENGES.get(ThreadLocalRandom.current().nextInt(CHALLENGES.size()));
	}

}
