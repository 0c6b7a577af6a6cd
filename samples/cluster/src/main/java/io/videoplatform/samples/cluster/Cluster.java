package io.videoplatform.samples.cluster;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;

/**
 * The nodes and their Redis. The key that encrypts the tokens there is new at each start;
 * the nodes get it through their environment.
 */
@Component
@DependsOn("localPlatform")
class Cluster implements SmartLifecycle {

	private static final int NODES = 3;

	private static final int KEY_LENGTH = 32;

	private final RedisServer redis;

	private final List<Node> nodes;

	private volatile boolean running;

	Cluster(RedisServer redis, ChildProcesses processes, @Value("${sample.local-platform.port}") int platformPort) {
		this.redis = redis;
		NodeLauncher launcher = new NodeLauncher(processes,
				List.of("--platform.root-url=http://127.0.0.1:" + platformPort,
						"--spring.data.redis.port=" + redis.port()),
				Map.of("PLATFORM_STORE_ENCRYPTION_KEYS_0", newKey()));
		this.nodes = IntStream.rangeClosed(1, NODES)
			.mapToObj((number) -> new Node("node-" + number, launcher))
			.toList();
	}

	private static String newKey() {
		byte[] key = new byte[KEY_LENGTH];
		new SecureRandom().nextBytes(key);
		return Base64.getEncoder().encodeToString(key);
	}

	RedisServer redis() {
		return this.redis;
	}

	List<Node> nodes() {
		return this.nodes;
	}

	@Override
	public void start() {
		this.running = true;
		this.redis.start();
		this.nodes.forEach(Node::start);
	}

	@Override
	public void stop() {
		this.running = false;
		this.nodes.forEach(Node::stop);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

}
