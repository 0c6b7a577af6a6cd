package io.videoplatform.internal.engine;

import java.net.InetAddress;
import java.time.Duration;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.client.ClientBuilders;
import io.videoplatform.internal.doctor.TlsManagers;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.BoundedExchange;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP clients that lead to an API host and to its provider, made of what the
 * application has configured. None follows redirects or keeps cookies: a cookie of one
 * user's response would be sent with the next user's request.
 */
public interface HostHttpClients {

	/**
	 * The time for a whole exchange, body included.
	 */
	Duration DEADLINE = Duration.ofSeconds(10);

	/**
	 * Return clients whose connections use an SSL bundle.
	 * @throws PlatformConfigurationException if the bundle cannot be used
	 */
	HostHttpClients secured(ClientSettings.Ssl ssl);

	/**
	 * Return clients that authenticate by the key of an SSL bundle and trust whom these
	 * trust.
	 * @throws PlatformConfigurationException if the bundle cannot be used
	 */
	HostHttpClients authenticated(ClientSettings.Ssl ssl);

	/**
	 * Return clients that reach hosts that are foreign input. Metrics do not tell these
	 * hosts apart, of which there may be any number.
	 * @throws PlatformConfigurationException if an address could be replaced after it was
	 * checked
	 */
	HostHttpClients toForeignHosts(AddressFilter addresses);

	/**
	 * Create the client of discovery and token requests, each of which is sent once.
	 * @param addresses the addresses that may be reached
	 */
	BoundedExchange exchange(AddressFilter addresses);

	/**
	 * Return what builds the clients of the API. Their HTTP clients are shared; that of
	 * the {@code RestClient}s is built with the first of them.
	 */
	ClientBuilders api();

	/**
	 * Return the keys of an SSL bundle.
	 * @throws PlatformConfigurationException if there is no such bundle, or it cannot be
	 * read
	 */
	KeyBundle keys(ClientSettings.Ssl ssl);

	/**
	 * Return what connections trust and present now.
	 * @return the managers, or {@code null} behind a proxy, which ends the connections
	 */
	@Nullable TlsManagers tlsManagers();

	/**
	 * Return how far an address reaches.
	 */
	AddressFilter.Scope scope(InetAddress address);

	/**
	 * Return whether redirects within the API's origin are followed, which the clients do
	 * by themselves.
	 */
	boolean followsRedirects();

}
