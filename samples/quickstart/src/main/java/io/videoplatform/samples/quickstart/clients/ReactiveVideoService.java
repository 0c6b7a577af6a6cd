package io.videoplatform.samples.quickstart.clients;

import io.videoplatform.samples.quickstart.Videos.Page;
import reactor.core.publisher.Mono;

import org.springframework.web.service.annotation.GetExchange;

/**
 * HTTP interface that does not wait: on {@code WebClient}.
 */
interface ReactiveVideoService {

	@GetExchange("videos?limit=8")
	Mono<Page> list();

}
