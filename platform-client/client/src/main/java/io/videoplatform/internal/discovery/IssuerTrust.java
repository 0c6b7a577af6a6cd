package io.videoplatform.internal.discovery;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.document.DocumentFailure;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * Decides which issuer may receive credentials: the one that is configured, those that
 * match a configured pattern, or else the first one, pinned together with the origin of
 * its token endpoint for the life of the process.
 */
final class IssuerTrust {

	private final String property;

	private final @Nullable String configured;

	private final List<IssuerPattern> patterns;

	private final EventPublisher events;

	private final AtomicReference<@Nullable Accepted> accepted = new AtomicReference<>();

	IssuerTrust(DiscoverySettings settings, EventPublisher events) {
		this.property = settings.properties().issuer();
		this.configured = settings.issuer();
		this.patterns = settings.patterns();
		this.events = events;
	}

	/**
	 * Return a copy that trusts whom this trusts now. What it accepts changes nothing
	 * here.
	 */
	IssuerTrust copy(DiscoverySettings settings, EventPublisher events) {
		IssuerTrust copy = new IssuerTrust(settings, events);
		copy.accepted.set(this.accepted.get());
		return copy;
	}

	/**
	 * Return why an issuer is trusted, as the rest of a sentence that begins with it.
	 */
	String reason() {
		if (this.configured != null) {
			return "is that of '%s'".formatted(this.property);
		}
		if (!this.patterns.isEmpty()) {
			return "matches an entry of 'platform.discovery.trusted-issuers'";
		}
		return (this.accepted.get() != null) ? "is pinned until the application ends"
				: "will be pinned as the first one: set '%s' to it to trust no other".formatted(this.property);
	}

	/**
	 * Check an issuer before its document is requested, and throw a
	 * {@link DocumentFailure} if it is not trusted.
	 */
	void check(IssuerLocation location) {
		String issuer = location.issuer();
		// A terminating slash does not show in the location
		String other = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer + "/";
		if (!isTrusted(issuer) && !isTrusted(other)) {
			throw refuse(issuer, PrintableText.of(issuer));
		}
	}

	/**
	 * Check a document before it is used, and pin it if nothing is configured and it is
	 * the first. It throws a {@link DocumentFailure} if its issuer is not trusted, or the
	 * pinned issuer names a token endpoint of another origin.
	 */
	void accept(ProviderMetadata metadata) {
		Accepted candidate = Accepted.of(metadata);
		Accepted before = this.accepted.getAndUpdate((now) -> isAcceptable(now, candidate) ? candidate : now);
		if (!isAcceptable(before, candidate)) {
			throw refuse(candidate.issuer(), candidate.toString());
		}
		if (before == null && isPinning()) {
			publish("Pinned issuer %1$s; set %2$s=%1$s to keep it across restarts".formatted(candidate.issuer(),
					this.property));
		}
		else if (before != null && !before.equals(candidate)) {
			publish("Issuer changed from %s to %s, which is trusted".formatted(before, candidate));
		}
	}

	/**
	 * Return whether a document would be accepted, without pinning it.
	 */
	boolean accepts(ProviderMetadata metadata) {
		return isAcceptable(this.accepted.get(), Accepted.of(metadata));
	}

	private boolean isAcceptable(@Nullable Accepted now, Accepted candidate) {
		return isPinning() ? now == null || now.equals(candidate) : isTrusted(candidate.issuer());
	}

	private boolean isTrusted(String issuer) {
		if (this.configured != null) {
			return this.configured.equals(issuer);
		}
		if (!this.patterns.isEmpty()) {
			return this.patterns.stream().anyMatch((pattern) -> pattern.matches(issuer));
		}
		Accepted pinned = this.accepted.get();
		return pinned == null || pinned.issuer().equals(issuer);
	}

	private boolean isPinning() {
		return this.configured == null && this.patterns.isEmpty();
	}

	private DocumentFailure refuse(String issuer, String described) {
		return DocumentFailure.refused(issuer,
				"the API host names issuer %s, %s".formatted(described, refusal(issuer)));
	}

	private String refusal(String issuer) {
		if (this.configured != null) {
			return "but '%s' is %s".formatted(this.property, this.configured);
		}
		if (!this.patterns.isEmpty()) {
			return "which no entry of 'platform.discovery.trusted-issuers' matches";
		}
		return "but %s is pinned; if the former is meant, set '%s' to %s and restart".formatted(this.accepted.get(),
				this.property, PrintableText.of(issuer));
	}

	@Nullable String acceptedIssuer() {
		Accepted accepted = this.accepted.get();
		return (accepted != null) ? accepted.issuer() : null;
	}

	private void publish(String message) {
		this.events.publish(PlatformStep.ISSUER_TRUST, Level.INFO, message);
	}

	/**
	 * An issuer in use, with the origin that credentials go to.
	 */
	private record Accepted(String issuer, Origin tokenEndpoint) {

		static Accepted of(ProviderMetadata metadata) {
			return new Accepted(metadata.issuer(), Origin.of(metadata.tokenEndpoint()));
		}

		@Override
		public String toString() {
			return "%s (token endpoint at %s)".formatted(PrintableText.of(this.issuer), this.tokenEndpoint);
		}

	}

}
