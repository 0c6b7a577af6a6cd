package io.videoplatform.internal.login.scenarios;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.testing.Browser;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.session.MapSessionRepository;
import org.springframework.session.ReactiveMapSessionRepository;

/**
 * Scenarios with several nodes that share sessions, on both stacks.
 */
@ParameterizedClass
@EnumSource(Stack.class)
abstract class ClusterScenario {

	private final Map.Entry<TestPlatform, MovableClock> provider = LoginApplication.testPlatform();

	private final Balancer balancer = new Balancer();

	private final Map<Integer, LoginApplication> nodes = new HashMap<>();

	private @Nullable Map<String, Object> shared;

	@Parameter
	Stack stack;

	/**
	 * Return the repository of the sessions.
	 */
	Object sessions() {
		SerializedSessions sessions = new SerializedSessions();
		return (this.stack == Stack.SERVLET) ? new MapSessionRepository(sessions)
				: new ReactiveMapSessionRepository(sessions);
	}

	/**
	 * Return the properties of all nodes.
	 */
	String[] properties() {
		return new String[0];
	}

	/**
	 * Return what all nodes share beside the provider and its clock, by name.
	 */
	Map<String, Object> shared() {
		return Map.of("sessionRepository", sessions());
	}

	LoginApplication node(int number) {
		return this.nodes.computeIfAbsent(number, (key) -> start());
	}

	private LoginApplication start() {
		if (this.shared == null) {
			this.shared = shared();
		}
		String[] properties = Stream
			.concat(Stream.of("server.forward-headers-strategy=framework"), Stream.of(properties()))
			.toArray(String[]::new);
		return new LoginApplication(this.stack, Application.SPRING_SESSION, this.provider, this.shared, properties);
	}

	/**
	 * End a node; {@link #node(int)} starts it again.
	 */
	void stop(int number) {
		LoginApplication stopped = this.nodes.remove(number);
		if (stopped != null) {
			stopped.stop();
		}
	}

	TestPlatform provider() {
		return this.provider.getKey();
	}

	MovableClock clock() {
		return this.provider.getValue();
	}

	/**
	 * Return a browser of which each request goes to the next of two nodes.
	 */
	Browser balanced() {
		this.balancer.nodes(List.of(node(0).root(), node(1).root()));
		return new Browser(this.balancer.root());
	}

	/**
	 * Send the requests of browsers to some of the nodes from now on.
	 */
	void balance(int... numbers) {
		List<String> roots = new ArrayList<>();
		for (int number : numbers) {
			roots.add(node(number).root());
		}
		this.balancer.nodes(roots);
	}

	@AfterEach
	void close() {
		this.balancer.close();
		this.nodes.values().forEach(LoginApplication::stop);
		provider().close();
	}

}
