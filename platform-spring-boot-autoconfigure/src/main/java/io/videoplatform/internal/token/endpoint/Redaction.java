package io.videoplatform.internal.token.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of text that a provider wrote: it may echo what it was sent, as it is
 * or as it stood in the form.
 */
final class Redaction {

	private static final int LONGEST_CHAIN = 20;

	private final List<String> secrets;

	private Redaction(List<String> secrets) {
		this.secrets = secrets;
	}

	/**
	 * Return the redaction of some secrets, those that are missing or empty left out.
	 */
	static Redaction of(Stream<? extends @Nullable String> secrets) {
		return new Redaction(secrets.filter(Objects::nonNull)
			.flatMap((secret) -> Stream.of(secret, secret.strip(), URLEncoder.encode(secret, StandardCharsets.UTF_8)))
			.filter((secret) -> !secret.isBlank())
			.distinct()
			.sorted(Comparator.comparingInt(String::length).reversed())
			.toList());
	}

	/**
	 * Return a text without the secrets. It must not have been cut before: half a secret
	 * is not recognised.
	 */
	String apply(String text) {
		String redacted = text;
		for (String secret : this.secrets) {
			redacted = redacted.replace(secret, "***");
		}
		return redacted;
	}

	/**
	 * Return a failure unless a message of its chain holds a secret, as those do that
	 * quote what is no HTTP.
	 */
	@Nullable Throwable cleanOrNull(Throwable failure) {
		boolean clean = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(LONGEST_CHAIN)
			.map((cause) -> Objects.requireNonNullElse(cause.getMessage(), ""))
			.allMatch((message) -> apply(message).equals(message));
		return clean ? failure : null;
	}

	@Override
	public String toString() {
		return "Redaction[%d]".formatted(this.secrets.size());
	}

}
