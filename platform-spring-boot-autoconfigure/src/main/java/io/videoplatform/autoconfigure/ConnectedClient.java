package io.videoplatform.autoconfigure;

import io.videoplatform.discovery.Discovery;
import io.videoplatform.registration.ClientCredentials;
import io.videoplatform.registration.PlatformClientRegistrations;
import io.videoplatform.token.TokenSource;
import org.jspecify.annotations.Nullable;

/**
 * What a client is built from.
 *
 * @param settings the client's settings
 * @param host what it shares with the other clients of its API host
 * @param discovery finds its identity provider
 * @param registrations gives its registration as discovery has it now
 */
record ConnectedClient(ClientSettings settings, PlatformHost host, Discovery discovery,
		PlatformClientRegistrations registrations) {

	/**
	 * Return the source of the token that all requests of the client carry.
	 * @return the source, or {@code null} if there is no such token: the client has no
	 * credentials, or its tokens belong to users who log in
	 */
	@Nullable TokenSource applicationTokens() {
		ClientCredentials credentials = this.settings.credentials();
		if (credentials == null || credentials.usesLogin()) {
			return null;
		}
		return this.host.tokens().application(credentials, () -> this.registrations.get(credentials));
	}

	@Override
	public String toString() {
		return "ConnectedClient[%s]".formatted(this.settings);
	}

}
