package io.videoplatform.samples.cluster;

import java.time.Duration;
import java.util.List;

import io.netty.channel.ChannelOption;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Watch that asks the nodes for their status and the local platform for its token
 * requests, several times a second. The proxy skips nodes that do not respond.
 */
@Component
class Monitor {

	private static final Log logger = LogFactory.getLog(Monitor.class);

	private static final Duration DEADLINE = Duration.ofMillis(1500);

	private final WebClient webClient = WebClient.builder()
		.clientConnector(new ReactorClientHttpConnector(HttpClient.create()
			.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Proxy.CONNECT_TIMEOUT)
			.responseTimeout(DEADLINE)))
		.build();

	private final Cluster cluster;

	private final String platform;

	private volatile List<TokenRequest> tokenRequests = List.of();

	Monitor(Cluster cluster, @Value("${sample.local-platform.port}") int platformPort) {
		this.cluster = cluster;
		this.platform = "http://127.0.0.1:" + platformPort;
	}

	/**
	 * Return the last token requests that the platform has seen, the oldest first.
	 */
	List<TokenRequest> tokenRequests() {
		return this.tokenRequests;
	}

	@Scheduled(fixedDelay = 200)
	void ask() {
		Flux.concat(Flux.fromIterable(this.cluster.nodes()).map(this::askNode), Flux.just(askPlatform()))
			.flatMap((request) -> request)
			.blockLast();
	}

	private Mono<Void> askNode(Node node) {
		return this.webClient.get()
			.uri(node.address().resolve("/status"))
			.retrieve()
			.bodyToMono(NodeStatus.class)
			.doOnNext(node::responded)
			.doOnError((ex) -> node.lost())
			.onErrorComplete()
			.then();
	}

	private Mono<Void> askPlatform() {
		return this.webClient.get()
			.uri(this.platform + "/token-requests")
			.retrieve()
			.bodyToFlux(TokenRequest.class)
			.collectList()
			.doOnNext((requests) -> this.tokenRequests = requests)
			.doOnError((ex) -> logger.debug("The local platform does not respond", ex))
			.onErrorComplete()
			.then();
	}

}
