package io.videoplatform.token;

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

	private final List<String> secrets;

	private Redaction(List<String> secrets) {
		this.secrets = secrets;
	}

	/**
	 * Return the redaction of some secrets, those that are missing or empty left out.
	 */
	static Redaction of(Stream<? extends @Nullable String> secrets) {
		return new Redaction(secrets.filter(Objects::nonNull)
			.flatMap((secret) -> Stream.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8)))
			.filter((secret) -> !secret.isEmpty())
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

	@Override
	public String toString() {
		return "Redaction[%d]".formatted(this.secrets.size());
	}

}
