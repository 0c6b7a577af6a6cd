package io.videoplatform.internal.engine;

import java.util.Map;
import java.util.function.Supplier;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.client.DefaultPlatformClient;
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

	private final @Nullable Supplier<PlatformAuthorizationException> refusal;

	private final @Nullable TokenSource source;

	private final DefaultPlatformClient client;

	RootTokens(ClientSettings settings, PlatformHost host) {
		this.refusal = refusal(settings, settings.credentials());
		this.source = (this.refusal == null) ? host.applicationTokens(settings) : null;
		this.client = host.client(settings, this);
	}

	/**
	 * Return what keeps credentials from being sent, or {@code null}. The first issuer
	 * that a foreign host names is no reason to trust it.
	 */
	private static @Nullable Supplier<PlatformAuthorizationException> refusal(ClientSettings settings,
			@Nullable ClientCredentials credentials) {
		if (credentials == null) {
			return refusal(settings, PlatformError.CREDENTIALS_MISSING, "no credentials are set");
		}
		if (credentials.usesLogin()) {
			return refusal(settings, PlatformError.CREDENTIALS_MISSING,
					"users log in only at clients that properties describe");
		}
		return (settings.discovery().issuer() == null && settings.discovery().trustedIssuers().isEmpty())
				? refusal(settings, PlatformError.ISSUER_REFUSED,
						"credentials are sent to no issuer that only this host names")
				: null;
	}

	private static Supplier<PlatformAuthorizationException> refusal(ClientSettings settings, PlatformError error,
			String reason) {
		String message = error.explain("No access token for '%s': %s".formatted(settings.name(), reason));
		return () -> new PlatformAuthorizationException(message, error, PlatformStep.ISSUER_TRUST,
				settings.root().baseUrl(), false, null, null, null);
	}

	@Override
	public Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
		return (this.refusal != null) ? Mono.error(this.refusal) : Mono.justOrEmpty(this.source);
	}

	@Override
	public @Nullable TokenSource shared() {
		return this.source;
	}

	DefaultPlatformClient client() {
		return this.client;
	}

	void close() {
		this.client.discovery().close();
	}

}
