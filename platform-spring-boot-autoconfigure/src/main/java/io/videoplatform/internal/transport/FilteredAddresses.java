package io.videoplatform.internal.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.videoplatform.internal.http.AddressFilter;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.http.client.InetAddressFilter;

/**
 * Applies an {@link AddressFilter} where connections are opened, after the application's
 * own filter.
 *
 * @param own the application's filter
 * @param filter the filter
 */
record FilteredAddresses(@Nullable InetAddressFilter own, AddressFilter filter) implements InetAddressFilter {

	@Override
	public boolean matches(InetSocketAddress address) {
		return (this.own == null || this.own.matches(address)) && this.filter.allows(address);
	}

	@Override
	public boolean matches(InetAddress address) {
		return matches(new InetSocketAddress(address, 0));
	}

}
