package io.videoplatform.samples.cluster;

import java.time.Duration;

import io.videoplatform.samples.launcher.FreePort;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.awaitility.Awaitility.await;

/**
 * Tests with all processes of the cluster, whose tokens are valid for ten seconds: a
 * refresh point is further away than a busy machine takes to pause or kill a node, or all
 * nodes to call without Redis. Each test finds and leaves all of them running.
 */
@SpringBootTest(classes = ClusterApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = "sample.local-platform.options.access-token-lifetime=10s")
abstract class AbstractClusterTests {

	private static final Duration PATIENCE = Duration.ofMinutes(10);

	private static final Duration INTERVAL = Duration.ofMillis(20);

	@LocalServerPort
	private int port;

	@Autowired
	private Cluster cluster;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	@BeforeEach
	void awaitNodes() {
		eventually().until(() -> cluster().nodes().stream().allMatch(Node::isReachable));
	}

	@AfterEach
	void startAll() {
		cluster().redis().start();
		cluster().nodes().forEach(Node::resume);
		cluster().nodes().forEach(Node::start);
	}

	static ConditionFactory eventually() {
		return await().atMost(PATIENCE).pollInterval(INTERVAL);
	}

	String root() {
		return "http://127.0.0.1:" + this.port;
	}

	Cluster cluster() {
		return this.cluster;
	}

	Node node(String name) {
		return cluster().nodes().stream().filter((node) -> node.name().equals(name)).findFirst().orElseThrow();
	}

}
