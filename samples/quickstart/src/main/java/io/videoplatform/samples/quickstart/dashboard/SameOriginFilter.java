package io.videoplatform.samples.quickstart.dashboard;

import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.stereotype.Component;
import org.springframework.web.cors.CorsUtils;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that keeps other web sites from pressing the page's buttons, and the page from
 * loading anything of theirs.
 */
@Component
class SameOriginFilter extends OncePerRequestFilter {

	private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

	/**
	 * Another site's name may be made to lead here (DNS rebinding), an address may not.
	 */
	private static final Pattern ADDRESS = Pattern.compile("localhost|[0-9.]+|\\[[0-9a-fA-F:.]+]");

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
			+ " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		response.setHeader("Content-Security-Policy", POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("Referrer-Policy", "no-referrer");
		if (isFromHere(request)) {
			chain.doFilter(request, response);
		}
		else {
			response.sendError(HttpServletResponse.SC_FORBIDDEN, "Only this page itself may do that");
		}
	}

	private boolean isFromHere(HttpServletRequest request) {
		return ADDRESS.matcher(request.getServerName()).matches()
				&& (SAFE.contains(request.getMethod()) || !CorsUtils.isCorsRequest(request));
	}

}
