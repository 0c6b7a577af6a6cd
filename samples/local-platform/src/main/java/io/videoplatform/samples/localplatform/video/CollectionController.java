package io.videoplatform.samples.localplatform.video;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Endpoints of collections.
 */
@RestController
@RequestMapping("/v1/collections")
class CollectionController {

	private final VideoLibrary library;

	CollectionController(VideoLibrary library) {
		this.library = library;
	}

	@GetMapping
	Page<VideoCollection> list(@RequestParam(defaultValue = "0") int offset,
			@RequestParam(defaultValue = "10") int limit, HttpServletRequest request) {
		return Page.of(this.library.collections(), offset, limit, request);
	}

	@GetMapping("/{id}")
	VideoCollection get(@PathVariable String id) {
		return this.library.collection(id)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such collection"));
	}

}
