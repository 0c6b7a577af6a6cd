package io.videoplatform.internal.login.scenarios;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.internal.store.MemoryRecordStore;
import io.videoplatform.internal.store.TestStores;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestPlatform;

/**
 * Several nodes of an application behind a balancer, with a provider, a store and what
 * else they share. A node starts with the first request that goes to it.
 */
final class Cluster implements AutoCloseable {

	private final Map.Entry<TestPlatform, MovableClock> provider = LoginApplication.testPlatform();

	private final FaultyRecordStore store = new FaultyRecordStore(new MemoryRecordStore(clock()));

	private final Balancer balancer = new Balancer();

	private final Map<Integer, LoginApplication> nodes = new HashMap<>();

	private final Stack stack;

	private final Application application;

	private final Map<String, Object> beans;

	private final String[] properties;

	Cluster(Stack stack, Application application, Map<String, Object> beans, String... properties) {
		this.stack = stack;
		this.application = application;
		this.beans = new HashMap<>(beans);
		this.properties = Stream.concat(Stream.of("server.forward-headers-strategy=framework"), Stream.of(properties))
			.toArray(String[]::new);
	}

	LoginApplication node(int number) {
		return this.nodes.computeIfAbsent(number, (key) -> {
			Map<String, Object> beans = new HashMap<>(this.beans);
			beans.put("platformStore", TestStores.bean(this.store));
			return new LoginApplication(this.stack, this.application, this.provider, beans, this.properties);
		});
	}

	/**
	 * Stop a node, which starts again when it is needed.
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

	FaultyRecordStore store() {
		return this.store;
	}

	/**
	 * Send requests to some of the nodes in turn from now on.
	 */
	void balance(int... numbers) {
		this.balancer.nodes(Arrays.stream(numbers).mapToObj((number) -> node(number).root()).toList());
	}

	Browser browser() {
		return new Browser(this.balancer.root());
	}

	@Override
	public void close() {
		this.balancer.close();
		this.nodes.values().forEach(LoginApplication::stop);
		provider().close();
	}

}
