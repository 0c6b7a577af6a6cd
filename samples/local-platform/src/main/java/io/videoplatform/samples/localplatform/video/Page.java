package io.videoplatform.samples.localplatform.video;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/**
 * Part of a list.
 *
 * @param <T> type of the items
 * @param items the items of this part
 * @param total number of items in the whole list
 * @param next address of the part that follows, missing in the last one
 */
record Page<T>(List<T> items, int total, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next) {

	private static final int MAX_LIMIT = 100;

	static <T> Page<T> of(List<T> all, int offset, int limit, HttpServletRequest request) {
		if (offset < 0 || limit < 1 || limit > MAX_LIMIT) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
					"'offset' must not be negative, and 'limit' must be from 1 to " + MAX_LIMIT);
		}
		int from = Math.min(offset, all.size());
		int to = Math.min(from + limit, all.size());
		return new Page<>(all.subList(from, to), all.size(), (to < all.size()) ? next(request, to, limit) : null);
	}

	private static String next(HttpServletRequest request, int offset, int limit) {
		return ServletUriComponentsBuilder.fromRequest(request)
			.replaceQueryParam("offset", offset)
			.replaceQueryParam("limit", limit)
			.build()
			.toUriString();
	}

}
