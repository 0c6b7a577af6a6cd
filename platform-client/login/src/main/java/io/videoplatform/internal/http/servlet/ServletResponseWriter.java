package io.videoplatform.internal.http.servlet;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * Writes responses at once and in full, so that no error page of the container replaces
 * them.
 */
public final class ServletResponseWriter {

	private ServletResponseWriter() {
	}

	/**
	 * Write a response unless another one is committed. A request that has the current
	 * entity already gets no body (RFC 9110, section 13.1.2).
	 * @param entity what to write
	 * @param request the request
	 * @param response the response
	 * @throws IOException if it cannot be written
	 */
	public static void write(ResponseEntity<byte[]> entity, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		if (response.isCommitted()) {
			return;
		}
		response.resetBuffer();
		response.setStatus(entity.getStatusCode().value());
		entity.getHeaders().forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
		String entityTag = entity.getHeaders().getETag();
		if (entityTag == null || !new ServletWebRequest(request, response).checkNotModified(entityTag)) {
			writeBody(entity.getBody(), response);
		}
	}

	private static void writeBody(byte @Nullable [] body, HttpServletResponse response) throws IOException {
		byte[] bytes = (body != null) ? body : new byte[0];
		response.setContentLength(bytes.length);
		response.getOutputStream().write(bytes);
		response.flushBuffer();
	}

}
