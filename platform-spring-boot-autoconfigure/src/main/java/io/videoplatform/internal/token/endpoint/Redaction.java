package io.videoplatform.internal.token.endpoint;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.internal.http.CauseChain;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of text that a provider wrote: it may echo what it was sent, as it is
 * or as it stood in the form. Case is ignored: HTTP clients change it in what they quote.
 */
final class Redaction {

	private static final String NEVER = "(?!)";

	private final Pattern secrets;

	private Redaction(Pattern secrets) {
		this.secrets = secrets;
	}

	/**
	 * Return the redaction of some secrets, those that are missing or empty left out.
	 */
	static Redaction of(Stream<? extends @Nullable String> secrets) {
		String any = secrets.filter(Objects::nonNull)
			.flatMap((secret) -> Stream.of(secret, secret.strip(), URLEncoder.encode(secret, StandardCharsets.UTF_8)))
			.filter((secret) -> !secret.isBlank())
			.distinct()
			.sorted(Comparator.comparingInt(String::length).reversed())
			.map(Pattern::quote)
			.collect(Collectors.joining("|"));
		return new Redaction(
				Pattern.compile(any.isEmpty() ? NEVER : any, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
	}

	/**
	 * Return a text without the secrets. It must not have been cut before: half a secret
	 * is not recognised.
	 */
	String apply(String text) {
		return this.secrets.matcher(text).replaceAll("***");
	}

	/**
	 * Return a failure unless a message of its chain holds a secret, as those do that
	 * quote what is no HTTP.
	 */
	@Nullable Throwable cleanOrNull(Throwable failure) {
		boolean clean = CauseChain.of(failure)
			.map((cause) -> Objects.requireNonNullElse(cause.getMessage(), ""))
			.noneMatch((message) -> this.secrets.matcher(message).find());
		return clean ? failure : null;
	}

	@Override
	public String toString() {
		return "Redaction";
	}

}
