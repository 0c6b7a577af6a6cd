package io.videoplatform.samples.browserapp;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.CloseNowException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;
import reactor.netty.channel.AbortedException;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.server.ResponseStatusException;

/**
 * The bytes of a video, passed on between browser and platform piece by piece, so that a
 * video of any size needs little memory and no file.
 * <p>
 * Users have uploaded these bytes, and may have called a page with scripts a video. So
 * whatever the platform says is not played by a {@code video} element is offered for
 * download, and what is opened nevertheless has an origin of its own without scripts.
 */
@RestController
@RequestMapping("/server/videos/{id}/content")
class VideoContent {

	private static final Log logger = LogFactory.getLog(VideoContent.class);

	private static final int PIECE = 64 * 1024;

	private static final int PIECES_AHEAD = 16;

	private static final List<String> TO_PLATFORM = List.of(HttpHeaders.RANGE, HttpHeaders.IF_RANGE);

	private static final List<String> TO_BROWSER = List.of(HttpHeaders.CONTENT_LENGTH, HttpHeaders.CONTENT_RANGE,
			HttpHeaders.CONTENT_ENCODING, HttpHeaders.ACCEPT_RANGES, HttpHeaders.ETAG, HttpHeaders.LAST_MODIFIED);

	private static final Set<String> PLAYED = Set.of("audio", "video");

	private final WebClient platform;

	private final SessionEnd sessionEnd;

	VideoContent(@Qualifier("platformWebClient") WebClient platform, SessionEnd sessionEnd) {
		this.platform = platform;
		this.sessionEnd = sessionEnd;
	}

	@GetMapping
	void download(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		// taken before the request: a logout may come before the response
		Mono<Void> end = this.sessionEnd.of(request.getSession());
		ResponseEntity<Flux<DataBuffer>> content = request(id, request);
		Flux<DataBuffer> body = failAt(end, Objects.requireNonNull(content.getBody()).map(VideoContent::copy));
		try (InputStream bytes = DataBufferUtils.subscriberInputStream(body, PIECES_AHEAD)) {
			writeHead(id, content, response);
			bytes.transferTo(response.getOutputStream());
		}
		catch (ClientAbortException ex) {
			logger.debug("The browser wants no more of video " + id);
		}
		catch (IOException | ResponseStatusException | WebClientResponseException ex) {
			logger.info("Video %s is not sent to its end: %s".formatted(id, ex.getMessage()));
			// an orderly end would look as if this were all of it; with a cause Spring
			// would try to respond
			throw new CloseNowException("Not sent to its end");
		}
	}

	@PutMapping
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void upload(@PathVariable String id, HttpServletRequest request) {
		Mono<Void> end = this.sessionEnd.of(request.getSession());
		try (Upload upload = new Upload(request)) {
			Mono<?> sent = this.platform.put().uri("videos/{id}/content", id).headers((headers) -> {
				headers.setContentType(mediaType(request.getContentType()));
				if (request.getContentLengthLong() >= 0) {
					headers.setContentLength(request.getContentLengthLong());
				}
			})
				// Netty closes the connection at this failure, and does not wonder why
				.body(upload.pieces().takeUntilOther(end.onErrorMap((ex) -> AbortedException.beforeSend())),
						DataBuffer.class)
				.retrieve()
				.toBodilessEntity();
			// the end comes first: it also fails the body, and so the request
			Mono.firstWithSignal(end, sent).block();
		}
	}

	private ResponseEntity<Flux<DataBuffer>> request(String id, HttpServletRequest request) {
		return Objects.requireNonNull(this.platform.method(HttpMethod.valueOf(request.getMethod()))
			.uri("videos/{id}/content", id)
			.headers((headers) -> TO_PLATFORM.forEach((name) -> {
				String value = request.getHeader(name);
				if (value != null) {
					headers.set(name, value);
				}
			}))
			.retrieve()
			.onStatus(VideoContent::isForBrowser, (response) -> Mono.empty())
			.toEntityFlux(BodyExtractors.toDataBuffers())
			.block());
	}

	/**
	 * Copy a buffer of Netty and release it. Operators drop what comes while a body ends,
	 * and a dropped buffer would never be released.
	 */
	private static DataBuffer copy(DataBuffer received) {
		byte[] bytes = new byte[received.readableByteCount()];
		received.read(bytes);
		DataBufferUtils.release(received);
		return DefaultDataBufferFactory.sharedInstance.wrap(bytes);
	}

	/**
	 * Cancel a body when the end fails, and fail then. {@code takeUntilOther(end)} alone
	 * would fail, but not cancel: the connection to the platform would stay open.
	 */
	private static Flux<DataBuffer> failAt(Mono<Void> end, Flux<DataBuffer> body) {
		return body.takeUntilOther(end.onErrorComplete())
			.concatWith(Mono.firstWithSignal(end.then(Mono.empty()), Mono.empty()));
	}

	/**
	 * Return whether the browser has requested a range that does not exist.
	 */
	private static boolean isForBrowser(HttpStatusCode status) {
		return status.isSameCodeAs(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE);
	}

	private static void writeHead(String id, ResponseEntity<?> content, HttpServletResponse response) {
		MediaType type = mediaType(content.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
		ContentDisposition.Builder disposition = PLAYED.contains(type.getType()) ? ContentDisposition.inline()
				: ContentDisposition.attachment();
		response.setStatus(content.getStatusCode().value());
		TO_BROWSER.forEach((name) -> {
			String value = content.getHeaders().getFirst(name);
			if (value != null) {
				response.setHeader(name, value);
			}
		});
		response.setContentType(type.toString());
		response.setHeader(HttpHeaders.CONTENT_DISPOSITION, disposition.filename(id).build().toString());
		response.setHeader(HttpHeaders.CACHE_CONTROL, "private, no-store");
		response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'none'");
		response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
		response.setHeader("X-Content-Type-Options", "nosniff");
	}

	private static MediaType mediaType(@Nullable String value) {
		try {
			return (value != null) ? MediaType.parseMediaType(value) : MediaType.APPLICATION_OCTET_STREAM;
		}
		catch (InvalidMediaTypeException ex) {
			logger.debug("Not a media type: " + ex.getMediaType());
			return MediaType.APPLICATION_OCTET_STREAM;
		}
	}

	/**
	 * The body of a request, read only while the request is handled: afterwards its
	 * stream may belong to another request. So the end waits for the piece that is being
	 * read.
	 */
	private static final class Upload implements AutoCloseable {

		private @Nullable HttpServletRequest request;

		Upload(HttpServletRequest request) {
			this.request = request;
		}

		/**
		 * Return the pieces, which are read on request and not on the sending thread.
		 */
		Flux<DataBuffer> pieces() {
			return Flux.generate(this::read).subscribeOn(Schedulers.boundedElastic());
		}

		private synchronized void read(SynchronousSink<DataBuffer> sink) {
			try {
				if (this.request == null) {
					throw AbortedException.beforeSend();
				}
				byte[] piece = this.request.getInputStream().readNBytes(PIECE);
				if (piece.length > 0) {
					sink.next(DefaultDataBufferFactory.sharedInstance.wrap(piece));
				}
				else {
					sink.complete();
				}
			}
			catch (IOException ex) {
				sink.error(ex);
			}
		}

		@Override
		public synchronized void close() {
			this.request = null;
		}

	}

}
