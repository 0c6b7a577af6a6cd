package io.videoplatform.samples.localplatform.video;

import java.io.IOException;
import java.io.InputStream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Endpoints of the videos' bytes, which are streamed in both directions. A download may
 * ask for ranges (RFC 9110, section 14).
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
	ResponseEntity<Resource> download(@PathVariable String id,
			@RequestHeader(name = HttpHeaders.IF_RANGE, required = false) @Nullable String ifRange) throws IOException {
		VideoContent content = requireVideo(id).content();
		if (content == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND, "The video has no content yet");
		}
		return ResponseEntity.ok()
			.contentType(MediaType.parseMediaType(content.contentType()))
			.eTag(content.sha256())
			.contentLength(content.size())
			.body(resource(content, ifRange));
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

	/**
	 * Return the bytes. Spring answers a range of them but does not know {@code If-Range}
	 * (RFC 9110, section 13.1.5), and of a mere stream it answers no range.
	 */
	private static Resource resource(VideoContent content, @Nullable String ifRange) throws IOException {
		Resource file = new FileSystemResource(content.file());
		boolean same = ifRange == null || ifRange.equals("\"" + content.sha256() + "\"");
		return same ? file : new InputStreamResource(file);
	}

	private Video requireVideo(String id) {
		return this.library.video(id).orElseThrow(VideoController::notFound);
	}

}
