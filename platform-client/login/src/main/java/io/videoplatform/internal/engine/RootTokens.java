package io.videoplatform.internal.engine;

import java.util.Map;
import java.util.Objects;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Where the token of a platform comes from that the application has named at run time.
 * The client and its {@code WebClient} refer to it: it lives as long as either is held.
 */
final class RootTokens implements TokenSelector {

	private final ClientSettings settings;

	private final PlatformHost host;

	private final @Nullable Missing missing;

	private final @Nullable TokenSource source;

	private final DefaultPlatformClient client;

	RootTokens(ClientSettings settings, PlatformHost host) {
		ClientCredentials credentials = settings.credentials();
		this.settings = settings;
		this.host = host;
		this.missing = missing(settings);
		this.source = (credentials != null && this.missing == null) ? host.applicationTokens(settings, credentials)
				: null;
		this.client = host.client(settings, this);
	}

	/**
	 * Return what keeps credentials from being sent, or {@code null}. The first issuer
	 * that a foreign host names is no reason to trust it.
	 */
	private static @Nullable Missing missing(ClientSettings settings) {
		ClientCredentials credentials = settings.credentials();
		DiscoverySettings discovery = settings.discovery();
		if (credentials == null) {
			return new Missing(PlatformError.CREDENTIALS_MISSING, "no credentials are set");
		}
		if (credentials.usesLogin()) {
			return new Missing(PlatformError.GRANT_TYPE, "users log in only at clients that properties describe");
		}
		if (discovery.issuer() == null && discovery.trustedIssuers().isEmpty()) {
			return new Missing(PlatformError.ISSUER_REFUSED,
					"credentials are sent to no issuer that only this host names");
		}
		return null;
	}

	@Override
	public Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
		return (this.source != null) ? Mono.just(this.source) : Mono.error(this::refusal);
	}

	@Override
	public @Nullable TokenSource shared() {
		return this.source;
	}

	private PlatformAuthorizationException refusal() {
		Missing missing = Objects.requireNonNull(this.missing);
		return new PlatformAuthorizationException(
				missing.error()
					.explain("No access token for '%s': %s".formatted(this.settings.name(), missing.reason())),
				missing.error(), PlatformStep.ISSUER_TRUST, this.settings.root().baseUrl(), false, null, null, null);
	}

	DefaultPlatformClient client() {
		return this.client;
	}

	void close() {
		this.host.close();
	}

	/**
	 * What keeps credentials from being sent.
	 *
	 * @param error the entry of the catalogue
	 * @param reason why, as the rest of a sentence
	 */
	private record Missing(PlatformError error, String reason) {

	}

}
