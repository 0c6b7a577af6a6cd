package io.videoplatform.samples.clusternode;

import java.io.IOException;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that asks users with a session to come back while Redis does not respond. Nobody
 * is logged out.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class SessionOutageFilter extends OncePerRequestFilter {

	private static final Log logger = LogFactory.getLog(SessionOutageFilter.class);

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		try {
			chain.doFilter(request, response);
		}
		catch (DataAccessException ex) {
			if (response.isCommitted()) {
				throw ex;
			}
			logger.debug("The session cannot be read or written", ex);
			response.reset();
			response.setHeader(HttpHeaders.RETRY_AFTER, "1");
			response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
		}
	}

}
