package io.videoplatform.samples.localplatform.video;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.server.ResponseStatusException;

/**
 * Endpoints of the videos' bytes, which are streamed in both directions. A download may
 * request ranges (RFC 9110, section 14).
 */
@RestController
@RequestMapping("/v1/videos/{id}/content")
class VideoContentController {

	private final VideoLibrary library;

	private final ContentStore contents;

	VideoContentController(VideoLibrary library, ContentStore contents) {
		this.library = library;
		this.contents = contents;
	}

	@GetMapping
	@Nullable ResponseEntity<Resource> download(@PathVariable String id, ServletWebRequest request) {
		VideoContent content = requireVideo(id).content();
		if (content == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND, "The video has no content yet");
		}
		if (request.checkNotModified(tag(content))) {
			return null;
		}
		List<ByteRanges.Range> ranges = ranges(request, content);
		if (ranges == null) {
			return response(HttpStatus.OK, content).contentLength(content.size())
				.body(new InputStreamResource(() -> Files.newInputStream(content.file())));
		}
		return switch (ranges.size()) {
			case 0 -> notSatisfiable(content);
			case 1 -> part(content, ranges.get(0));
			default -> parts(content, new MultipartRanges(content, ranges));
		};
	}

	private static ResponseEntity<Resource> notSatisfiable(VideoContent content) {
		return ResponseEntity.status(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
			.header(HttpHeaders.CONTENT_RANGE, "bytes */" + content.size())
			.build();
	}

	private static ResponseEntity<Resource> part(VideoContent content, ByteRanges.Range range) {
		return response(HttpStatus.PARTIAL_CONTENT, content).header(HttpHeaders.CONTENT_RANGE, range.of(content.size()))
			.contentLength(range.length())
			.body(new InputStreamResource(() -> RangeStream.open(content.file(), range)));
	}

	private static ResponseEntity<Resource> parts(VideoContent content, MultipartRanges parts) {
		return response(HttpStatus.PARTIAL_CONTENT, content).contentType(parts.contentType())
			.contentLength(parts.contentLength())
			.body(new InputStreamResource(parts::open));
	}

	private static ResponseEntity.BodyBuilder response(HttpStatus status, VideoContent content) {
		return ResponseEntity.status(status)
			.contentType(MediaType.parseMediaType(content.contentType()))
			.eTag(tag(content))
			.header(HttpHeaders.ACCEPT_RANGES, "bytes");
	}

	/**
	 * Return the ranges to send, or {@code null} for the whole video. Only {@code GET}
	 * has ranges (RFC 9110, section 14.2), and {@code If-Range} requests them of one
	 * version only (section 13.1.5).
	 */
	private static @Nullable List<ByteRanges.Range> ranges(ServletWebRequest request, VideoContent content) {
		String range = request.getHeader(HttpHeaders.RANGE);
		String version = request.getHeader(HttpHeaders.IF_RANGE);
		if (range == null || request.getHttpMethod() != HttpMethod.GET) {
			return null;
		}
		return (version == null || version.equals(tag(content))) ? ByteRanges.parse(range, content.size()) : null;
	}

	private static String tag(VideoContent content) {
		return "\"" + content.sha256() + "\"";
	}

	@PutMapping
	Video upload(@PathVariable String id,
			@RequestHeader(name = HttpHeaders.CONTENT_TYPE,
					defaultValue = MediaType.APPLICATION_OCTET_STREAM_VALUE) MediaType contentType,
			InputStream body) throws IOException {
		requireVideo(id);
		VideoContent content = this.contents.save(contentType.toString(), body);
		Video old = this.library.replace(id, (video) -> video.withContent(content)).orElse(null);
		if (old == null) {
			this.contents.delete(content);
			throw VideoController.notFound();
		}
		this.contents.delete(old.content());
		return old.withContent(content);
	}

	private Video requireVideo(String id) {
		return this.library.video(id).orElseThrow(VideoController::notFound);
	}

}
