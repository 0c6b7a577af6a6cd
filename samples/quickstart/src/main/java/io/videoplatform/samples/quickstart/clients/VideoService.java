package io.videoplatform.samples.quickstart.clients;

import io.videoplatform.samples.quickstart.Videos.Page;

import org.springframework.web.service.annotation.GetExchange;

/**
 * HTTP interface that waits for the response: on {@code RestClient}.
 */
interface VideoService {

	@GetExchange("videos?limit=8")
	Page list();

}
