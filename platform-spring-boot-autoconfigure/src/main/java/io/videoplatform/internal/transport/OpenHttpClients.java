package io.videoplatform.internal.transport;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The HTTP clients that have to be closed with the application. What Boot, the JVM or the
 * application has made is not among them.
 */
final class OpenHttpClients {

	private final Set<OpenHttpClient<?>> clients = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	<T> OpenHttpClient<T> add(HttpClientAdapter.Built<T> built) {
		OpenHttpClient<T> client = new OpenHttpClient<>(built, this.clients::remove);
		if (client.isCounted()) {
			this.clients.add(client);
			if (this.closed) {
				client.close();
			}
		}
		return client;
	}

	int size() {
		return this.clients.size();
	}

	void close() {
		this.closed = true;
		this.clients.forEach(OpenHttpClient::close);
	}

}
