package io.videoplatform.samples.localplatform.authorization;

import java.io.IOException;
import java.time.Duration;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Filter that makes the token endpoint as slow as a real one.
 */
class TokenEndpointDelay implements Filter {

	private final Duration delay;

	TokenEndpointDelay(Duration delay) {
		this.delay = delay;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		try {
			Thread.sleep(this.delay.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ServletException("Interrupted while the token endpoint waited", ex);
		}
		chain.doFilter(request, response);
	}

}
