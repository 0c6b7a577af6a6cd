package io.videoplatform.discovery;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.InvalidUrlException;
import io.videoplatform.transport.PrintableUrl;
import io.videoplatform.transport.UrlRules;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON Resource Descriptor leniently: unknown members are ignored, all but the
 * issuer link is optional, and properties are for information.
 */
final class WebFingerReader {

	static final String ISSUER_REL = "http://openid.net/specs/connect/1.0/issuer";

	private final String baseUrl;

	private final UrlRules rules;

	private final EventLog events;

	private final AtomicReference<String> subjectTold = new AtomicReference<>();

	WebFingerReader(RootUrl root, UrlRules rules, EventLog events) {
		this.baseUrl = root.baseUrl().toString();
		this.rules = rules;
		this.events = events;
	}

	/**
	 * Read the members of a descriptor.
	 * @param members the members
	 * @return what is used of them
	 * @throws DiscoveryFailure if there is no issuer link, or its target cannot be asked
	 */
	WebFingerDocument read(Map<String, Object> members) {
		IssuerLocation location = location(members.get("links"));
		checkSubject(members.get("subject"));
		Map<?, ?> properties = (members.get("properties") instanceof Map<?, ?> map) ? map : Map.of();
		return new WebFingerDocument(location, property(properties, "/realm"),
				property(properties, "/auth-server-url"));
	}

	private IssuerLocation location(@Nullable Object links) {
		Object href = ((links instanceof List<?> list) ? list.stream() : Stream.empty())
			.map((link) -> (link instanceof Map<?, ?> map) ? map : Map.of())
			.filter((link) -> ISSUER_REL.equals(link.get("rel")))
			.map((link) -> link.get("href"))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> DiscoveryFailure
				.malformed("the answer has no link with a target for the relation '%s'".formatted(ISSUER_REL), null));
		try {
			return IssuerLocation.of(this.rules.require(href));
		}
		catch (InvalidUrlException ex) {
			throw DiscoveryFailure.malformed("the target of the issuer link " + ex.getMessage(), ex);
		}
	}

	// A server may answer for the canonical form of what was asked (RFC 7033, section
	// 4.4.1), such as its main name behind a custom domain.
	private void checkSubject(@Nullable Object subject) {
		if (subject == null || this.baseUrl.equals(subject)) {
			return;
		}
		String text = PrintableUrl.text(subject.toString());
		if (!text.equals(this.subjectTold.getAndSet(text))) {
			this.events.tell(PlatformStep.WEBFINGER, Level.WARN,
					"WebFinger was asked for %s and answers for '%s'".formatted(this.baseUrl, text));
		}
	}

	private @Nullable String property(Map<?, ?> properties, String suffix) {
		for (Map.Entry<?, ?> property : properties.entrySet()) {
			if (property.getKey() instanceof String name && property.getValue() instanceof String value
					&& isBelowBase(name, suffix)) {
				return value;
			}
		}
		return null;
	}

	// The names are {base_url}<word>/realm; the word is the product's and not ours to
	// know.
	private boolean isBelowBase(String name, String suffix) {
		if (!name.startsWith(this.baseUrl) || !name.endsWith(suffix)
				|| name.length() < this.baseUrl.length() + suffix.length()) {
			return false;
		}
		String word = name.substring(this.baseUrl.length(), name.length() - suffix.length());
		return word.indexOf('/', 1) == -1;
	}

}
