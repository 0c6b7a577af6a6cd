package io.videoplatform.it.login.application;

import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A running application that logs its users in.
 *
 * <p>
 * Its pages are {@code /} (the start page), {@code /me} (who is logged in),
 * {@code /videos} (a call of the platform for the user), {@code /jobs} (a call for the
 * application itself), {@code /tokens} (what a careless application would show) and
 * {@code /logout}.
 */
public final class LoginApplication implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	private LoginApplication(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Starts an application on a free port.
	 */
	public static LoginApplication start(Stack stack, Chain chain, Clock clock, List<String> properties) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(stack.sources(chain).toArray(Class<?>[]::new))
			.web(stack.type())
			.initializers((context) -> context.getBeanFactory().registerSingleton("platformClock", clock));
		// No graceful shutdown: there is one application after the other; a sample's
		// properties are on the class path
		Stream<String> server = Stream.of("spring.config.name=login", "server.address=127.0.0.1", "server.port=0",
				"spring.reactor.netty.shutdown-quiet-period=200ms");
		String[] arguments = Stream.concat(server, properties.stream())
			.map((property) -> "--" + property)
			.toArray(String[]::new);
		return new LoginApplication(builder.run(arguments));
	}

	/**
	 * Returns the address of a page.
	 */
	public URI page(String path) {
		return URI.create("http://127.0.0.1:" + port()).resolve(path);
	}

	@Override
	public void close() {
		this.context.close();
	}

	private int port() {
		return this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

}
