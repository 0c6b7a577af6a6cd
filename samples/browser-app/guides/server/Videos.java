import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
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

	private static final List<String> TO_BROWSER = List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH,
			HttpHeaders.CONTENT_RANGE, HttpHeaders.CONTENT_ENCODING, HttpHeaders.ACCEPT_RANGES, HttpHeaders.ETAG,
			HttpHeaders.LAST_MODIFIED);

	private final WebClient platform;

	Videos(@Qualifier("platformWebClient") WebClient platform) {
		this.platform = platform;
	}

	@GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
	String list() {
		return this.platform.get().uri("videos").retrieve().bodyToMono(String.class).block();
	}

	@GetMapping("/{id}/content")
	void play(@PathVariable String id, HttpServletRequest request, HttpServletResponse response) throws IOException {
		// handles HEAD, too
		ResponseEntity<Flux<DataBuffer>> video = this.platform.method(HttpMethod.valueOf(request.getMethod()))
			.uri("videos/{id}/content", id)
			.headers((headers) -> TO_PLATFORM
				.forEach((name) -> Optional.ofNullable(request.getHeader(name)).ifPresent((value) -> headers.set(name, value))))
			.retrieve()
			// a redirect to another host, where the token is not sent
			.onStatus(HttpStatusCode::is3xxRedirection, ClientResponse::createException)
			.toEntityFlux(BodyExtractors.toDataBuffers())
			.block();
		response.setStatus(video.getStatusCode().value());
		TO_BROWSER.forEach((name) -> response.setHeader(name, video.getHeaders().getFirst(name)));
		// users have uploaded this: it is played or saved, and runs no script of this origin
		response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment");
		response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'");
		response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-store");
		try (InputStream bytes = DataBufferUtils.subscriberInputStream(video.getBody(), 16)) {
			bytes.transferTo(response.getOutputStream());
		}
	}

	@PutMapping("/{id}/content")
	void upload(@PathVariable String id, HttpServletRequest request) {
		CompletableFuture<Runnable> reader = new CompletableFuture<>();
		Publisher<DataBuffer> pieces = DataBufferUtils.outputStreamPublisher((platform) -> copy(request, platform),
				DefaultDataBufferFactory.sharedInstance, reader::complete, 64 * 1024);
		CompletableFuture<?> response = this.platform.put().uri("videos/{id}/content", id).headers((headers) -> {
			headers.set(HttpHeaders.CONTENT_TYPE, request.getContentType());
			if (request.getContentLengthLong() >= 0) {
				headers.setContentLength(request.getContentLengthLong());
			}
		}).body(pieces, DataBuffer.class).retrieve().toBodilessEntity().toFuture();
		// reads on this thread: otherwise an early response would end the request while another thread reads it
		CompletableFuture.anyOf(reader, response).exceptionally((ex) -> null).join();
		if (reader.isDone()) {
			reader.join().run();
		}
		Mono.fromFuture(response).block();
	}

	private static void copy(HttpServletRequest request, OutputStream platform) {
		try {
			request.getInputStream().transferTo(platform);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
