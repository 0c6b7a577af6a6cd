package io.videoplatform.internal.http;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * What a script is told that something went wrong (RFC 9457), as bytes of the type
 * {@link MediaType#APPLICATION_PROBLEM_JSON}.
 */
public final class ProblemDocument {

	private static final JsonMapper JSON = JsonMapper.shared();

	private ProblemDocument() {
	}

	/**
	 * Return a problem that is told by its status and a sentence.
	 * @param status the status
	 * @param detail what happened and what to do
	 * @param instance the path that was asked for, {@code null} to leave it out
	 * @return the document
	 */
	public static byte[] of(HttpStatus status, String detail, @Nullable String instance) {
		Map<String, Object> problem = new LinkedHashMap<>();
		problem.put("type", "about:blank");
		problem.put("title", status.getReasonPhrase());
		problem.put("status", status.value());
		problem.put("detail", detail);
		if (instance != null) {
			problem.put("instance", instance);
		}
		return JSON.writeValueAsBytes(problem);
	}

}
