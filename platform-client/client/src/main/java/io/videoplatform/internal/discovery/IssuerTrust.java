package io.videoplatform.internal.discovery;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
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
 * its token endpoint for the life of the process. An issuer that is refused after another
 * was accepted is in quarantine until a trusted one takes its place in the document that
 * it was found in: named by the API host, or stated by the provider's configuration.
 */
final class IssuerTrust {

	private final ClientProperties properties;

	private final String property;

	private final @Nullable String configured;

	private final List<IssuerPattern> patterns;

	private final EventPublisher events;

	private final AtomicReference<Verdict> verdict = new AtomicReference<>(new Verdict(null, null, null));

	IssuerTrust(DiscoverySettings settings, EventPublisher events) {
		this.properties = settings.properties();
		this.property = settings.properties().issuer();
		this.configured = settings.issuer();
		this.patterns = settings.patterns();
		this.events = events;
	}

	/**
	 * Return a copy that trusts whom this trusts now. What it accepts and refuses changes
	 * nothing here.
	 * @param settings the settings of this
	 * @param events publishes what the copy does
	 */
	IssuerTrust copy(DiscoverySettings settings, EventPublisher events) {
		IssuerTrust copy = new IssuerTrust(settings, events);
		copy.verdict.set(new Verdict(current().accepted(), null, null));
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
		return (current().accepted() != null) ? "is pinned until the application ends"
				: "will be pinned as the first one: set '%s' to it to trust no other".formatted(this.property);
	}

	/**
	 * Check the issuer that the API host names; a trusted one ends the quarantine of one
	 * that it named before.
	 * @param location where the issuer link leads to
	 * @throws DocumentFailure if the issuer is not trusted
	 */
	void checkNamed(IssuerLocation location) {
		checkCandidate(location);
		end((now) -> new Verdict(now.accepted(), null, now.stated()));
	}

	/**
	 * Check an issuer before its document is requested.
	 * @param location where the issuer link leads to
	 * @throws DocumentFailure if the issuer is not trusted
	 */
	void checkCandidate(IssuerLocation location) {
		if (!trusts(location)) {
			throw refuse(new Refusal(location.issuer(), null));
		}
	}

	/**
	 * Return whether the document of an issuer may be requested. A terminating slash does
	 * not show in the location.
	 * @param location where the issuer link leads to
	 * @return whether the issuer is trusted
	 */
	boolean trusts(IssuerLocation location) {
		String issuer = location.issuer();
		String other = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer + "/";
		return isTrusted(issuer) || isTrusted(other);
	}

	/**
	 * Check a document before it is used, and pin it if nothing is configured and it is
	 * the first.
	 * @param metadata the document
	 * @throws DocumentFailure if its issuer is not trusted, or the pinned issuer names a
	 * token endpoint of another origin
	 */
	void accept(ProviderMetadata metadata) {
		Accepted candidate = new Accepted(metadata.issuer(), Origin.of(metadata.tokenEndpoint()));
		Verdict before = this.verdict.getAndUpdate((now) -> isAcceptable(now, candidate) ? now.with(candidate) : now);
		if (!isAcceptable(before, candidate)) {
			throw refuse(new Refusal(candidate.issuer(), candidate.tokenEndpoint()));
		}
		publishAccepted(before.accepted(), candidate);
		end((now) -> new Verdict(now.accepted(), now.named(), null));
	}

	/**
	 * Return whether a document would be accepted, without pinning it.
	 */
	boolean accepts(ProviderMetadata metadata) {
		return isAcceptable(current(), new Accepted(metadata.issuer(), Origin.of(metadata.tokenEndpoint())));
	}

	private boolean isAcceptable(Verdict now, Accepted candidate) {
		return isPinning() ? now.accepted() == null || now.accepted().equals(candidate) : isTrusted(candidate.issuer());
	}

	private void publishAccepted(@Nullable Accepted before, Accepted now) {
		if (before == null && isPinning()) {
			publish(Level.INFO, "Pinned issuer %s; set %s=%s to keep it across restarts".formatted(now.issuer(),
					this.property, now.issuer()));
		}
		else if (before != null && !before.equals(now)) {
			publish(Level.INFO, "Issuer changed from %s to %s, which is trusted".formatted(before, now));
		}
	}

	private void end(UnaryOperator<Verdict> ending) {
		Verdict before = Objects.requireNonNull(this.verdict.getAndUpdate(ending));
		before.refused()
			.filter((refused) -> ending.apply(before).refused().noneMatch(refused::equals))
			.forEach((refused) -> publish(Level.INFO,
					"A trusted issuer is named again, %s no longer".formatted(refused)));
	}

	private boolean isTrusted(String issuer) {
		if (this.configured != null) {
			return this.configured.equals(issuer);
		}
		if (!this.patterns.isEmpty()) {
			return this.patterns.stream().anyMatch((pattern) -> pattern.matches(issuer));
		}
		Accepted pinned = current().accepted();
		return pinned == null || pinned.issuer().equals(issuer);
	}

	private Verdict current() {
		return Objects.requireNonNull(this.verdict.get());
	}

	private boolean isPinning() {
		return this.configured == null && this.patterns.isEmpty();
	}

	private DocumentFailure refuse(Refusal refusal) {
		Verdict before = this.verdict.getAndUpdate((now) -> now.refusing(refusal));
		String reason = reason(refusal, before.accepted());
		if (before.refused().noneMatch(refusal::equals)) {
			String message = (before.accepted() != null)
					? "Quarantined: %s. Nothing is sent there; the last good configuration stays in use for now"
						.formatted(reason)
					: "Refused: %s".formatted(reason);
			this.events.publish(PlatformStep.ISSUER_TRUST, Level.ERROR, PlatformError.ISSUER_REFUSED,
					PlatformError.ISSUER_REFUSED.explain(message, this.properties));
		}
		return DocumentFailure.refused(PlatformStep.ISSUER_TRUST, reason);
	}

	private String reason(Refusal refusal, @Nullable Accepted accepted) {
		if (this.configured != null) {
			return "the API host names issuer %s, but '%s' is %s; change the property if this is meant"
				.formatted(refusal, this.property, this.configured);
		}
		if (!this.patterns.isEmpty()) {
			return "the API host names issuer %s, which no entry of 'platform.discovery.trusted-issuers' matches; add it if this is meant"
				.formatted(refusal);
		}
		return "the API host names issuer %s, but %s is pinned; if the former is meant, set '%s' to %s and restart"
			.formatted(refusal, accepted, this.property, PrintableText.of(refusal.issuer()));
	}

	@Nullable String acceptedIssuer() {
		Accepted accepted = current().accepted();
		return (accepted != null) ? accepted.issuer() : null;
	}

	@Nullable String quarantinedIssuer() {
		Verdict now = current();
		return (now.accepted() != null) ? now.refused().map(Refusal::issuer).findFirst().orElse(null) : null;
	}

	private void publish(Level level, String message) {
		this.events.publish(PlatformStep.ISSUER_TRUST, level, message);
	}

	/**
	 * An issuer in use, with the origin that credentials go to.
	 */
	private record Accepted(String issuer, Origin tokenEndpoint) {

		@Override
		public String toString() {
			return "%s (token endpoint at %s)".formatted(this.issuer, this.tokenEndpoint);
		}

	}

	/**
	 * An issuer that was refused; the origin is missing if its document was not
	 * requested.
	 */
	private record Refusal(String issuer, @Nullable Origin tokenEndpoint) {

		@Override
		public String toString() {
			String printable = PrintableText.of(this.issuer);
			return (this.tokenEndpoint != null) ? "%s (token endpoint at %s)".formatted(printable, this.tokenEndpoint)
					: printable;
		}

	}

	/**
	 * What has been decided.
	 *
	 * @param accepted the issuer in use
	 * @param named the issuer that the API host names, if it is refused
	 * @param stated the issuer that a provider's configuration states, if it is refused
	 */
	private record Verdict(@Nullable Accepted accepted, @Nullable Refusal named, @Nullable Refusal stated) {

		Verdict with(Accepted accepted) {
			return new Verdict(accepted, this.named, this.stated);
		}

		Verdict refusing(Refusal refusal) {
			return (refusal.tokenEndpoint() == null) ? new Verdict(this.accepted, refusal, this.stated)
					: new Verdict(this.accepted, this.named, refusal);
		}

		Stream<Refusal> refused() {
			return Stream.of(this.named, this.stated).flatMap(Stream::ofNullable);
		}

	}

}
