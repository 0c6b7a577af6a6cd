package io.videoplatform.internal.login.scenarios;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Applications that all tests of a JVM share, one for each stack, chain and set of
 * properties, started when it is first needed and closed after the last test.
 */
final class RunningApplications implements BeforeAllCallback {

	private static final Map<Key, LoginApplication> RUNNING = new ConcurrentHashMap<>();

	/**
	 * Return an application that runs, as if it had just been started, but for its cached
	 * documents and the time.
	 */
	static LoginApplication get(Stack stack, Application application, String... properties) {
		LoginApplication running = RUNNING.computeIfAbsent(new Key(stack, application, List.of(properties)),
				(key) -> new LoginApplication(stack, application, properties));
		running.reset();
		return running;
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		context.getRoot()
			.getStore(Namespace.create(RunningApplications.class))
			.computeIfAbsent(Shutdown.class, (type) -> new Shutdown());
	}

	private record Key(Stack stack, Application application, List<String> properties) {

	}

	/**
	 * Runs when the last test has ended.
	 */
	private static final class Shutdown implements AutoCloseable {

		@Override
		public void close() {
			RUNNING.values().forEach(LoginApplication::close);
			RUNNING.clear();
		}

	}

}
