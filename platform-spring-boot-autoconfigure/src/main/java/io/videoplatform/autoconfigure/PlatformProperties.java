package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the platform's client. Its {@code toString()} shows neither the password
 * nor the secret.
 *
 * @param enabled Whether the platform's client is configured at all.
 * @param rootUrl Scheme and host of the platform's API, for example
 * https://api.example.com.
 * @param username User name of the platform account that the application uses.
 * @param password Password of the platform account that the application uses.
 * @param clientId Client identifier agreed with the platform.
 * @param clientSecret Client secret agreed with the platform.
 * @param grantType Grant of the first token, password or client_credentials; follows from
 * a user name and password if unset.
 * @param scope Scopes to ask for; openid for the password grant if unset.
 * @param issuer Only issuer that credentials may be sent to.
 * @param trustedOrigins Origins besides the platform's own that requests carry the token
 * to.
 * @param plainHttpOrigins Origins that may be asked without TLS; loopback always may.
 * @param discovery Settings of the discovery.
 * @since 0.1.0
 */
@ConfigurationProperties("platform")
public record PlatformProperties(@DefaultValue("true") boolean enabled, @Nullable String rootUrl,
		@Nullable String username, @Nullable String password, @Nullable String clientId, @Nullable String clientSecret,
		@Nullable String grantType, @DefaultValue Set<String> scope, @Nullable String issuer,
		@DefaultValue Set<String> trustedOrigins, @DefaultValue Set<String> plainHttpOrigins,
		@DefaultValue Discovery discovery) {

	/**
	 * Create a new instance.
	 */
	public PlatformProperties {
		scope = new LinkedHashSet<>(scope);
		trustedOrigins = new LinkedHashSet<>(trustedOrigins);
		plainHttpOrigins = new LinkedHashSet<>(plainHttpOrigins);
	}

	@Override
	public String toString() {
		return "PlatformProperties[rootUrl=%s, grantType=%s, clientId=%s]".formatted(this.rootUrl, this.grantType,
				this.clientId);
	}

	/**
	 * Settings of the discovery.
	 *
	 * @param minimumLifetime Time that discovered configuration is used for at least,
	 * whatever its HTTP headers say.
	 * @param staleIfError Time that discovered configuration is used beyond its lifetime
	 * while it cannot be read again.
	 * @param strict Whether HTTP caching headers are obeyed to the letter.
	 * @param trustedIssuers Issuers that credentials may be sent to, exact or with one
	 * leading wildcard such as https://*.vendor.example.
	 * @param warmUp Whether discovery begins in the background once the application has
	 * started.
	 * @param addressFilter Which addresses discovered URLs may lead to.
	 */
	public record Discovery(@DefaultValue("1m") Duration minimumLifetime, @DefaultValue("24h") Duration staleIfError,
			@DefaultValue("false") boolean strict, @DefaultValue List<String> trustedIssuers,
			@DefaultValue("true") boolean warmUp, @DefaultValue("relative") AddressFilter addressFilter) {

	}

	/**
	 * Which addresses discovered URLs may lead to.
	 */
	public enum AddressFilter {

		/**
		 * No address nearer than the API host's own: a platform on a public address
		 * cannot lead into a private network.
		 */
		RELATIVE,

		/**
		 * Any address.
		 */
		OFF

	}

}
