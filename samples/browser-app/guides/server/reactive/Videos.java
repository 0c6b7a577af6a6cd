import java.util.List;
import java.util.Optional;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;

@RestController
@RequestMapping("/api/videos")
class Videos {

	private static final List<String> TO_PLATFORM = List.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE);

	private static final List<String> TO_BROWSER = List.of(HttpHeaders.CONTENT_LENGTH, HttpHeaders.CONTENT_RANGE,
			HttpHeaders.CONTENT_ENCODING, HttpHeaders.ACCEPT_RANGES, HttpHeaders.ETAG, HttpHeaders.LAST_MODIFIED);

	private final WebClient platform;

	Videos(@Qualifier("platformWebClient") WebClient platform) {
		this.platform = platform;
	}

	@GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
	Mono<String> list() {
		return this.platform.get().uri("videos").retrieve().bodyToMono(String.class);
	}

	@GetMapping("/{id}/content")
	Mono<ResponseEntity<Flux<DataBuffer>>> play(@PathVariable String id, ServerHttpRequest request) {
		return this.platform.method(request.getMethod())
			.uri("videos/{id}/content", id)
			.headers((headers) -> copy(TO_PLATFORM, request.getHeaders(), headers))
			.retrieve()
			// a redirect to another host, where the token is not sent
			.onStatus(HttpStatusCode::is3xxRedirection, ClientResponse::createException)
			.toEntityFlux(BodyExtractors.toDataBuffers())
			.map((video) -> ResponseEntity.status(video.getStatusCode())
				.headers((headers) -> copy(TO_BROWSER, video.getHeaders(), headers))
				.contentType(Optional.ofNullable(video.getHeaders().getContentType())
					.orElse(MediaType.APPLICATION_OCTET_STREAM))
				// users have uploaded this: it is played or saved, and runs no script of this origin
				.header(HttpHeaders.CONTENT_DISPOSITION, "attachment")
				.header("Content-Security-Policy", "sandbox; default-src 'none'")
				.header(HttpHeaders.CACHE_CONTROL, "private, no-store")
				.body(video.getBody()));
	}

	@PutMapping("/{id}/content")
	Mono<Void> upload(@PathVariable String id, ServerHttpRequest request) {
		return this.platform.put()
			.uri("videos/{id}/content", id)
			.headers((headers) -> copy(List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH), request.getHeaders(),
					headers))
			.body(request.getBody(), DataBuffer.class)
			.retrieve()
			.toBodilessEntity()
			.then();
	}

	private static void copy(List<String> names, HttpHeaders from, HttpHeaders to) {
		names.forEach((name) -> Optional.ofNullable(from.getFirst(name)).ifPresent((value) -> to.set(name, value)));
	}

}
