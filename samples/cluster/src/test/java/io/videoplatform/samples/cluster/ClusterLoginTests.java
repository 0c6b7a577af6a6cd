package io.videoplatform.samples.cluster;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for users who log in at one node and are served by all, whatever becomes of a
 * node or of Redis.
 */
class ClusterLoginTests extends AbstractClusterTests {

	private static final Set<String> ALL = Set.of("node-1", "node-2", "node-3");

	@Autowired
	private Monitor monitor;

	private Visitor visitor;

	private long logins;

	private long callsWithoutLogin;

	/**
	 * Begin right after a refresh: a node that is killed or paused during one takes the
	 * login, or its next refresh, with it.
	 */
	@BeforeEach
	void logIn() {
		this.visitor = new Visitor(root());
		this.visitor.logIn();
		callUntilRefreshed(1, this.visitor::tryCall);
		this.logins = logins();
		this.callsWithoutLogin = callsWithoutLogin();
	}

	@AfterEach
	void logOut() {
		this.visitor.logOut();
	}

	@Test
	void loginWhenDoneAnywhereThenServedEverywhere() {
		List<Visitor> visitors = IntStream.range(0, 3).mapToObj((number) -> new Visitor(root())).toList();
		visitors.forEach(Visitor::logIn);
		visitors.forEach((each) -> awaitAllNodes(() -> Optional.of(each.call())));
		visitors.forEach(Visitor::logOut);
	}

	@Test
	void refreshWhenAllNodesCallThenOneRequestEach() {
		assertThat(callUntilRefreshed(3)).isEqualTo(ALL);
		assertThatNothingIsLost();
	}

	@Test
	@Tag("full")
	void nodeWhenKilledThenCallsGoOn() {
		Node node = nodeWithoutTheLastRefresh();
		node.kill();
		callUntilRefreshed(1);
		eventually().until(() -> this.visitor.call().equals(node.name()));
		assertThatNothingIsLost();
	}

	@Test
	@Tag("full")
	void nodeWhenPausedPastRefreshThenContinuesWithNewToken() {
		Node node = nodeWithoutTheLastRefresh();
		node.pause();
		eventually().until(() -> !node.isReachable());
		assertThat(callUntilRefreshed(2)).isSubsetOf(ALL).doesNotContain(node.name());
		node.resume();
		// Operations of the store that were under way in the pause have failed
		eventually().until(() -> this.visitor.tryCall().filter(node.name()::equals).isPresent());
		callUntilRefreshed(1, this.visitor::tryCall);
		assertThatNothingIsLost();
	}

	@Test
	@Tag("full")
	void redisWhenStoppedThenCallsGoOnAndRefreshesAfterItsStart() {
		cluster().redis().stop();
		List<Long> before = succeeded();
		eventually().until(() -> IntStream.range(0, ALL.size()).allMatch((i) -> succeeded().get(i) > before.get(i)));
		assertThat(this.visitor.status()).isEqualTo(503);
		cluster().redis().start();
		// A node whose token expires before it is connected again refuses
		callUntilRefreshed(2, this.visitor::tryCall);
		awaitAllNodes(this.visitor::tryCall);
		assertThatNothingIsLost();
	}

	private static void awaitAllNodes(Supplier<Optional<String>> call) {
		Set<String> served = new HashSet<>();
		eventually().until(() -> {
			call.get().ifPresent(served::add);
			return served.equals(ALL);
		});
	}

	/**
	 * Call as the user until the provider has seen more refreshes.
	 */
	private Set<String> callUntilRefreshed(int times) {
		Set<String> served = callUntilRefreshed(times, () -> Optional.of(this.visitor.call()));
		served.add(this.visitor.call());
		return served;
	}

	private Set<String> callUntilRefreshed(int times, Supplier<Optional<String>> call) {
		Set<String> served = new HashSet<>();
		int before = refreshPoints().size();
		eventually().until(() -> {
			call.get().ifPresent(served::add);
			return refreshPoints().size() >= before + times;
		});
		return served;
	}

	private void assertThatNothingIsLost() {
		assertThat(refreshPoints()).allSatisfy((point) -> {
			assertThat(point.nodes()).hasSize(1);
			assertThat(point.accepted()).isTrue();
		});
		assertThat(logins()).isEqualTo(this.logins);
		assertThat(callsWithoutLogin()).isEqualTo(this.callsWithoutLogin);
	}

	/**
	 * Return a node that is not writing the tokens of the last refresh.
	 */
	private Node nodeWithoutTheLastRefresh() {
		List<RefreshPoint> refreshes = refreshPoints();
		List<String> last = refreshes.get(refreshes.size() - 1).nodes();
		return cluster().nodes().stream().filter((node) -> !last.contains(node.name())).findFirst().orElseThrow();
	}

	private List<RefreshPoint> refreshPoints() {
		return RefreshPoint.of(this.monitor.tokenRequests());
	}

	private long logins() {
		return this.monitor.tokenRequests()
			.stream()
			.filter((request) -> request.grantType().equals("authorization_code"))
			.count();
	}

	private List<Long> succeeded() {
		return cluster().nodes().stream().map((node) -> node.calls().succeeded()).toList();
	}

	private long callsWithoutLogin() {
		return cluster().nodes().stream().mapToLong((node) -> node.calls().loginRequired()).sum();
	}

}
