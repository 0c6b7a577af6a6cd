package io.videoplatform.internal.discovery;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.http.InvalidUrlException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of discovery, checked.
 *
 * @param root the API host
 * @param documents the lifetime of both documents
 * @param properties the properties that set the root URL and the issuer, for messages
 * @param issuer the one trusted issuer, compared exactly; decides alone if it is set
 * @param trustedIssuers trusted issuers, exact or with one {@code *} for the labels below
 * a domain; if these and the issuer are missing, the first issuer is pinned
 * @param mutualTls whether the endpoints are those for clients with a certificate, where
 * the provider has such
 */
public record DiscoverySettings(RootUrl root, DocumentSettings documents, ClientPropertyNames properties,
		@Nullable String issuer, List<String> trustedIssuers, boolean mutualTls) {

	/**
	 * Create a new instance.
	 * @throws PlatformConfigurationException if a duration is negative or longer than 365
	 * days, or an issuer is malformed
	 */
	public DiscoverySettings {
		trustedIssuers = List.copyOf(trustedIssuers);
		checkDuration("platform.discovery.min-lifetime", documents.minLifetime());
		checkDuration("platform.discovery.stale-if-error", documents.staleIfError());
		if (issuer != null) {
			checkIssuer(root, properties.issuer(), issuer);
		}
		trustedIssuers.forEach((pattern) -> pattern(root, pattern));
	}

	/**
	 * Return the same settings for clients that authenticate by a certificate, or for
	 * others.
	 */
	public DiscoverySettings forMutualTls(boolean mutualTls) {
		return new DiscoverySettings(this.root, this.documents, this.properties, this.issuer, this.trustedIssuers,
				mutualTls);
	}

	private static void checkDuration(String property, Duration duration) {
		if (duration.isNegative() || duration.compareTo(DocumentSettings.LONGEST) > 0) {
			throw new PlatformConfigurationException(property, duration.toString(),
					duration.isNegative() ? "is negative" : "is longer than 365 days",
					"Write a duration such as '1m' or '24h'; zero switches it off.");
		}
	}

	private static void checkIssuer(RootUrl root, String property, String issuer) {
		try {
			URI url = root.urlValidator().require(issuer);
			if (url.getRawQuery() != null) {
				throw new InvalidUrlException("has a query");
			}
			if (!IssuerLocation.of(url).issuer().equals(issuer)) {
				throw new InvalidUrlException("is the URL of a provider's configuration and not its issuer");
			}
		}
		catch (InvalidUrlException ex) {
			throw ex.inProperty(property, issuer,
					"Write the issuer exactly as the provider states it, such as 'https://login.example.com/realms/platform', or remove the property.");
		}
	}

	private static IssuerPattern pattern(RootUrl root, String pattern) {
		try {
			return IssuerPattern.parse(pattern, root.urlValidator());
		}
		catch (InvalidUrlException ex) {
			throw ex.inProperty("platform.discovery.trusted-issuers", pattern,
					"Write an issuer such as 'https://login.example.com/realms/platform', or 'https://*.example.com' for all hosts below a domain.");
		}
	}

	List<IssuerPattern> patterns() {
		return this.trustedIssuers.stream().map((pattern) -> pattern(this.root, pattern)).toList();
	}

}
