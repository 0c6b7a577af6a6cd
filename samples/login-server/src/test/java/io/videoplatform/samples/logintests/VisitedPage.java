package io.videoplatform.samples.logintests;

import java.net.URI;
import java.time.Instant;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Page that a visitor sees.
 */
public record VisitedPage(URI address, String html) {

	/**
	 * Return what is written below a label.
	 */
	public String text(String label) {
		return find("<dt>" + Pattern.quote(label) + "</dt><dd>(?:<time[^>]*>)?([^<]*)<");
	}

	/**
	 * Return the time that is written below a label.
	 */
	public Instant time(String label) {
		return Instant.parse(find("<dt>" + Pattern.quote(label) + "</dt><dd><time datetime=\"([^\"]*)\""));
	}

	/**
	 * Return the first of the collections that may be chosen.
	 */
	public String collection() {
		return find("<option value=\"([^\"]*)\"");
	}

	String csrfToken() {
		return find("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
	}

	private String find(String regex) {
		return Pattern.compile(regex)
			.matcher(this.html)
			.results()
			.findFirst()
			.map((MatchResult result) -> result.group(1))
			.orElseThrow(() -> new AssertionError(
					"Nothing like '%s' stands at %s:%n%s".formatted(regex, this.address, this.html)));
	}

}
