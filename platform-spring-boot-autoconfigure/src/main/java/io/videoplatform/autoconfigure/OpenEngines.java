package io.videoplatform.autoconfigure;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The HTTP engines that have to be closed with the application. What Boot, the JVM or the
 * application has made is not among them.
 */
final class OpenEngines {

	private final Set<OpenEngine<?>> engines = ConcurrentHashMap.newKeySet();

	private volatile boolean closed;

	<T> OpenEngine<T> add(HttpEngine.Built<T> built) {
		OpenEngine<T> engine = new OpenEngine<>(built, this.engines::remove);
		if (engine.isCounted()) {
			this.engines.add(engine);
			if (this.closed) {
				engine.close();
			}
		}
		return engine;
	}

	int size() {
		return this.engines.size();
	}

	void close() {
		this.closed = true;
		this.engines.forEach(OpenEngine::close);
	}

}
