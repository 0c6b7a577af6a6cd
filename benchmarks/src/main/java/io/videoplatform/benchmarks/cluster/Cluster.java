package io.videoplatform.benchmarks.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.videoplatform.benchmarks.load.UserAgent;
import io.videoplatform.benchmarks.stub.StubProcess;
import io.videoplatform.internal.store.engine.EngineProxy;

/**
 * Nodes as processes, an engine that they share, a proxy between them, and a provider.
 */
final class Cluster implements AutoCloseable {

	private static final String KEY = "YSBrZXkgb2YgYSBsb2FkIHJ1biwgb2YgdGhpcnR5LXR3byBieXRlcw==";

	/**
	 * So many start at the same time.
	 */
	private static final int AT_A_TIME = 5;

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final StubProcess provider = StubProcess.start();

	private final List<NodeProcess> nodes = new ArrayList<>();

	private final Engine engine;

	private final EngineProxy proxy;

	Cluster(Engine.Type engine) {
		this.engine = engine.start();
		try {
			this.proxy = new EngineProxy(this.engine.port());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Engine engine() {
		return this.engine;
	}

	EngineProxy proxy() {
		return this.proxy;
	}

	StubProcess provider() {
		return this.provider;
	}

	List<NodeProcess> nodes() {
		return this.nodes;
	}

	NodeProcess node(int number) {
		return this.nodes.get(number);
	}

	/**
	 * Start nodes that log users in and are connected to the engine itself.
	 * @param offsets how wrong the clock of each is
	 */
	Cluster start(String... offsets) {
		return start(false, offsets);
	}

	/**
	 * Start nodes that log users in.
	 * @param proxied whether there is a proxy before the engine
	 */
	Cluster start(boolean proxied, String... offsets) {
		return start(proxied, List.of("platform.grant-type=authorization_code", "platform.client-id=benchmark",
				"platform.client-secret=benchmark"), offsets);
	}

	/**
	 * Start nodes that have a token of their own.
	 */
	Cluster startApplications(int number, String password) {
		return start(false, List.of("platform.username=service", "platform.password=" + password),
				IntStream.range(0, number).mapToObj((node) -> "0s").toArray(String[]::new));
	}

	private Cluster start(boolean proxied, List<String> client, String... offsets) {
		int port = proxied ? this.proxy.port() : this.engine.port();
		List<NodeProcess> starting = new ArrayList<>();
		for (String offset : offsets) {
			starting
				.add(new NodeProcess("node-" + (this.nodes.size() + starting.size()),
						Stream
							.of(client, this.engine.properties(port),
									List.of("platform.root-url=" + this.provider.rootUrl(),
											"node.clock-offset=" + offset, "platform.store.encryption.keys=" + KEY))
							.flatMap(List::stream)
							.toList()));
		}
		for (int begin = 0; begin < starting.size(); begin += AT_A_TIME) {
			List<NodeProcess> next = starting.subList(begin, Math.min(starting.size(), begin + AT_A_TIME));
			next.forEach(NodeProcess::launch);
			next.forEach(NodeProcess::await);
		}
		this.nodes.addAll(starting);
		return this;
	}

	/**
	 * Log users in, each at one of so many nodes.
	 * @return their names
	 */
	List<String> login(int users, int nodes) {
		List<String> names = IntStream.range(0, users).mapToObj((number) -> "u" + number).toList();
		for (int number = 0; number < users; number++) {
			login(this.nodes.get(number % nodes), names.get(number));
		}
		return names;
	}

	UserAgent login(NodeProcess node, String name) {
		return new UserAgent(this.http, node.port(), name).login().join();
	}

	/**
	 * Return one of the nodes that are up.
	 */
	NodeProcess any() {
		List<NodeProcess> up = this.nodes.stream().filter(NodeProcess::isUp).toList();
		return up.get(ThreadLocalRandom.current().nextInt(up.size()));
	}

	@Override
	public void close() {
		this.nodes.forEach(NodeProcess::close);
		this.provider.close();
		this.engine.close();
		try {
			this.proxy.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
