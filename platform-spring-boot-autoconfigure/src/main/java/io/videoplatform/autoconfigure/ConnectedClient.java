package io.videoplatform.autoconfigure;

import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.PlatformClientRegistrations;
import io.videoplatform.internal.token.TokenSource;

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
	 */
	TokenSource applicationTokens(ClientCredentials credentials) {
		return this.host.tokens()
			.application(credentials, () -> this.registrations.get(credentials), this.discovery::unfinished);
	}

	@Override
	public String toString() {
		return "ConnectedClient[%s]".formatted(this.settings);
	}

}
