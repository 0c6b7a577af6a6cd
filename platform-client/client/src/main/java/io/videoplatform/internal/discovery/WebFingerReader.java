package io.videoplatform.internal.discovery;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.document.DocumentFailure;
import io.videoplatform.internal.document.DocumentReader;
import io.videoplatform.internal.document.DocumentRequest;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.RedirectPolicy;
import io.videoplatform.internal.http.UrlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the WebFinger response by which the API host names its identity provider (RFC
 * 7033), and checks its subject. It is lenient: unknown members are ignored, all but the
 * issuer link is optional, and properties are for information.
 */
final class WebFingerReader implements DocumentReader<WebFingerDocument> {

	static final String ISSUER_REL = "http://openid.net/specs/connect/1.0/issuer";

	/**
	 * What is held of a host that anyone can name stays small.
	 */
	private static final int LONGEST = 1_000;

	private final RootUrl root;

	private final ClientPropertyNames properties;

	private final String baseUrl;

	private final UrlValidator urls;

	private final IssuerTrust trust;

	private final EventPublisher events;

	private final AtomicReference<String> reportedSubject = new AtomicReference<>();

	WebFingerReader(DiscoverySettings settings, UrlValidator urls, IssuerTrust trust, EventPublisher events) {
		this.root = settings.root();
		this.properties = settings.properties();
		this.baseUrl = this.root.baseUrl().toString();
		this.urls = urls;
		this.trust = trust;
		this.events = events;
	}

	@Override
	public DocumentRequest request() {
		return new DocumentRequest(PlatformStep.WEBFINGER, this.root.webFingerUrl(), RootUrl.WEB_FINGER_PATH,
				"application/jrd+json, application/json", RedirectPolicy.NO_DOWNGRADE, this.properties);
	}

	@Override
	public void checkRequest(URI url) {
		this.urls.check(url);
	}

	@Override
	public WebFingerDocument read(Map<String, Object> members) {
		IssuerLocation location = location(members.get("links"));
		checkSubject(members.get("subject"));
		Map<?, ?> properties = (members.get("properties") instanceof Map<?, ?> map) ? map : Map.of();
		return new WebFingerDocument(location, property(properties, "/realm"),
				property(properties, "/auth-server-url"));
	}

	@Override
	public void check(WebFingerDocument document) {
		this.trust.check(document.location());
	}

	private IssuerLocation location(@Nullable Object links) {
		Object href = ((links instanceof List<?> list) ? list.stream() : Stream.empty())
			.map((link) -> (link instanceof Map<?, ?> map) ? map : Map.of())
			.filter((link) -> ISSUER_REL.equals(link.get("rel")))
			.map((link) -> link.get("href"))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> DocumentFailure.malformed(
					"the response has no link with a target for the relation '%s'".formatted(ISSUER_REL),
					PlatformError.ISSUER_MISMATCH, null));
		try {
			return IssuerLocation.of(this.urls.require(href));
		}
		catch (InvalidUrlException ex) {
			throw DocumentFailure.malformed("the target of the issuer link " + ex.getMessage(),
					PlatformError.ISSUER_MISMATCH, null);
		}
	}

	/**
	 * A server may respond with the canonical form of the resource (RFC 7033, section
	 * 4.4.1), such as its main name behind a custom domain.
	 */
	private void checkSubject(@Nullable Object subject) {
		if (subject == null || this.baseUrl.equals(subject)) {
			return;
		}
		String text = PrintableText.of(subject.toString());
		if (!text.equals(this.reportedSubject.getAndSet(text))) {
			this.events.publish(PlatformStep.WEBFINGER, Level.WARN, PlatformError.ISSUER_MISMATCH,
					PlatformError.ISSUER_MISMATCH
						.explain("The WebFinger response to the query for %s has the subject '%s'"
							.formatted(this.baseUrl, text), this.properties));
		}
	}

	/**
	 * The names are {@code {base_url}<word>/realm}, where the word depends on the
	 * product.
	 */
	private @Nullable String property(Map<?, ?> properties, String suffix) {
		for (Map.Entry<?, ?> property : properties.entrySet()) {
			if (property.getKey() instanceof String name && property.getValue() instanceof String value
					&& name.startsWith(this.baseUrl) && name.endsWith(suffix) && value.length() <= LONGEST) {
				return value;
			}
		}
		return null;
	}

}
