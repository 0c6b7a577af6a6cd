package io.videoplatform.samples.localplatform.video;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * Endpoints of videos, all but their bytes.
 */
@RestController
@RequestMapping("/v1/videos")
class VideoController {

	private final VideoLibrary library;

	private final ContentStore contents;

	private final Clock clock;

	VideoController(VideoLibrary library, ContentStore contents, Clock clock) {
		this.library = library;
		this.contents = contents;
		this.clock = clock;
	}

	@GetMapping
	Page<Video> list(@RequestParam(required = false) @Nullable String collection,
			@RequestParam(defaultValue = "0") int offset, @RequestParam(defaultValue = "10") int limit,
			HttpServletRequest request) {
		List<Video> videos = this.library.videos()
			.stream()
			.filter((video) -> collection == null || video.collectionId().equals(collection))
			.toList();
		return Page.of(videos, offset, limit, request);
	}

	@GetMapping("/{id}")
	Video get(@PathVariable String id) {
		return this.library.video(id).orElseThrow(VideoController::notFound);
	}

	@PostMapping
	ResponseEntity<Video> create(@RequestBody NewVideo request, HttpServletRequest servletRequest) {
		String title = request.title();
		String collectionId = request.collectionId();
		if (!StringUtils.hasText(title)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'title' must not be empty");
		}
		if (collectionId == null || this.library.collection(collectionId).isEmpty()) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'collectionId' must name a collection");
		}
		Video video = new Video(UUID.randomUUID().toString(), title, collectionId, this.clock.instant(), null);
		this.library.add(video);
		return ResponseEntity.created(location(servletRequest, video)).body(video);
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void delete(@PathVariable String id) throws IOException {
		Video video = this.library.remove(id).orElseThrow(VideoController::notFound);
		this.contents.delete(video.content());
	}

	private static URI location(HttpServletRequest request, Video video) {
		return ServletUriComponentsBuilder.fromRequestUri(request).pathSegment(video.id()).build().toUri();
	}

	static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such video");
	}

}
