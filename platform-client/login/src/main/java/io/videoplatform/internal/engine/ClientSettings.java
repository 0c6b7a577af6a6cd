package io.videoplatform.internal.engine;

import java.net.URI;
import java.util.Set;

import io.videoplatform.internal.discovery.DiscoverySettings;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one client as the parts need them: checked, and with what it inherits.
 *
 * @param name the client's name
 * @param discovery the settings of its discovery
 * @param credentials its credentials, if there are any
 * @param trustedOrigins the origins that get its token besides the API host's own
 * @param ssl the SSL bundle of its connections, if one is set
 */
public record ClientSettings(String name, DiscoverySettings discovery, @Nullable ClientCredentials credentials,
		Set<Origin> trustedOrigins, @Nullable Ssl ssl) {

	public RootUrl root() {
		return this.discovery.root();
	}

	/**
	 * Return whether requests to a URL carry the token of this client.
	 */
	public boolean trusts(URI url) {
		return root().origin().contains(url) || this.trustedOrigins.stream().anyMatch((origin) -> origin.contains(url));
	}

	/**
	 * Return whether users log in at this client.
	 */
	public boolean usesLogin() {
		return this.credentials != null && this.credentials.usesLogin();
	}

	/**
	 * Return whether a secret or a key is read from a file.
	 */
	boolean readsFiles() {
		return this.credentials != null && this.credentials.authentication().isInFiles();
	}

	/**
	 * An SSL bundle as a property names it.
	 *
	 * @param property the full name of the property
	 * @param bundle the name of the bundle
	 */
	public record Ssl(String property, String bundle) {

	}

}
