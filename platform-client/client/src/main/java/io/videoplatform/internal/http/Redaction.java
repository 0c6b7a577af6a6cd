package io.videoplatform.internal.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of text that a provider wrote: it may echo what it was sent, as it is
 * or as it stood in the form. Case is ignored: HTTP clients change it in what they quote.
 * Of a long secret, the beginning is recognised as well: the text may have been cut.
 */
public final class Redaction {

	private static final int LONG = 24;

	private static final int BEGINNING = 16;

	private static final String NEVER = "(?!)";

	private final Pattern secrets;

	private Redaction(Pattern secrets) {
		this.secrets = secrets;
	}

	/**
	 * Return the redaction of some secrets, those that are missing or empty left out.
	 */
	public static Redaction of(Stream<? extends @Nullable String> secrets) {
		String any = secrets.filter(Objects::nonNull)
			.flatMap((secret) -> Stream.of(secret, secret.strip(), URLEncoder.encode(secret, StandardCharsets.UTF_8)))
			.filter((secret) -> !secret.isBlank())
			.distinct()
			.sorted(Comparator.comparingInt(String::length).reversed())
			.map(Redaction::pattern)
			.collect(Collectors.joining("|"));
		return new Redaction(
				Pattern.compile(any.isEmpty() ? NEVER : any, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
	}

	private static String pattern(String secret) {
		return (secret.length() < LONG) ? Pattern.quote(secret)
				: Pattern.quote(secret) + "|" + Pattern.quote(secret.substring(0, BEGINNING)) + "[^\\s\"&]*";
	}

	/**
	 * Return a text without the secrets.
	 */
	public String apply(String text) {
		return this.secrets.matcher(text).replaceAll("***");
	}

	/**
	 * Return a failure unless a message of its chain holds a secret, as those do that
	 * quote what is no HTTP.
	 * @return the failure, or {@code null}
	 */
	public @Nullable Throwable cleanOrNull(Throwable failure) {
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
