package io.videoplatform.samples.localplatform.fault;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that responds to requests that the current fault affects. The journal of token
 * requests comes before it.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class FaultFilter extends OncePerRequestFilter {

	private final FaultState state;

	FaultFilter(FaultState state) {
		this.state = state;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Fault fault = this.state.get();
		if (!fault.affects(request.getRequestURI())) {
			chain.doFilter(request, response);
			return;
		}
		response.setStatus(fault.status());
		if (fault == Fault.CALLS_REFUSED) {
			// RFC 6750, section 3.1
			response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
		}
		response.setContentType(MediaType.APPLICATION_JSON_VALUE);
		response.getWriter().write(fault.body());
	}

}
