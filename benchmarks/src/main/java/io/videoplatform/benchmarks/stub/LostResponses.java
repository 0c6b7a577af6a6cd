package io.videoplatform.benchmarks.stub;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Loses responses after the provider has processed the requests.
 */
final class LostResponses {

	private LostResponses() {
	}

	static Mono<Void> lose(StubSettings.Loss loss, String body, HttpServerResponse response) {
		return switch (loss) {
			case RESET -> reset(response);
			case TRUNCATED -> truncate(body, response);
			case GATEWAY -> Mono.from(response.status(504).send());
			case NONE -> Mono.error(new IllegalArgumentException("Nothing to lose"));
		};
	}

	private static Mono<Void> reset(HttpServerResponse response) {
		response.withConnection((connection) -> {
			Channel channel = connection.channel();
			channel.config().setOption(ChannelOption.SO_LINGER, 0);
			channel.close();
		});
		return Mono.never();
	}

	private static Mono<Void> truncate(String body, HttpServerResponse response) {
		return response.header("Content-Type", "application/json")
			.header("Content-Length", String.valueOf(body.length()))
			.sendString(Mono.just(body.substring(0, body.length() / 2)))
			.then()
			.then(reset(response));
	}

}
