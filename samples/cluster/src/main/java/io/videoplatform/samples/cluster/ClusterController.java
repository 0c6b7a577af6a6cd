package io.videoplatform.samples.cluster;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Endpoints of the page: all that it shows, and its buttons.
 */
@RestController
@RequestMapping("/cluster")
class ClusterController {

	private final Cluster cluster;

	private final Monitor monitor;

	ClusterController(Cluster cluster, Monitor monitor) {
		this.cluster = cluster;
		this.monitor = monitor;
	}

	@GetMapping("/state")
	View state() {
		List<TokenRequest> requests = this.monitor.tokenRequests();
		long logins = requests.stream()
			.filter((request) -> request.grantType().equals("authorization_code") && request.isAccepted())
			.count();
		return new View(Instant.now(), this.cluster.redis().isRunning(),
				this.cluster.nodes().stream().map(ClusterController::view).toList(), logins, RefreshPoint.of(requests));
	}

	@PostMapping("/nodes/{name}/kill")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	Mono<Void> kill(@PathVariable String name) {
		return run(() -> node(name).kill());
	}

	@PostMapping("/nodes/{name}/start")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	Mono<Void> start(@PathVariable String name) {
		return run(() -> node(name).start());
	}

	@PostMapping("/nodes/{name}/pause")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	Mono<Void> pause(@PathVariable String name) {
		return run(() -> node(name).pause());
	}

	@PostMapping("/nodes/{name}/resume")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	Mono<Void> resume(@PathVariable String name) {
		return run(() -> node(name).resume());
	}

	@PostMapping("/redis/stop")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	Mono<Void> stopRedis() {
		return run(this.cluster.redis()::stop);
	}

	@PostMapping("/redis/start")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	Mono<Void> startRedis() {
		return run(this.cluster.redis()::start);
	}

	private static Mono<Void> run(Runnable action) {
		return Mono.<Void>fromRunnable(action).subscribeOn(Schedulers.boundedElastic());
	}

	private Node node(String name) {
		return this.cluster.nodes()
			.stream()
			.filter((node) -> node.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such node"));
	}

	private static NodeView view(Node node) {
		return new NodeView(node.name(), node.state(), node.isReachable(), node.pid(), node.calls(), node.events());
	}

	/**
	 * All that the page shows at one moment.
	 *
	 * @param time the time
	 * @param redis whether Redis runs
	 * @param nodes the nodes
	 * @param logins the number of logins at the provider
	 * @param refreshPoints the refresh points of all logins, the oldest first
	 */
	record View(Instant time, boolean redis, List<NodeView> nodes, long logins, List<RefreshPoint> refreshPoints) {

	}

	/**
	 * One node.
	 *
	 * @param name its name
	 * @param state what its process does
	 * @param reachable whether it responds
	 * @param pid number of its process
	 * @param calls what became of its calls
	 * @param events what its starter has reported
	 */
	record NodeView(String name, Node.State state, boolean reachable, @Nullable Long pid, NodeStatus.Calls calls,
			List<NodeStatus.Event> events) {

	}

}
