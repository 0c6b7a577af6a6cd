package io.videoplatform.samples.localplatform.authorization;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/**
 * Filter that makes the token endpoint as slow as a real one.
 */
class TokenEndpointDelay implements Filter {

	private final Supplier<Duration> delay;

	private final CountDownLatch stopped = new CountDownLatch(1);

	TokenEndpointDelay(Supplier<Duration> delay) {
		this.delay = delay;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		try {
			this.stopped.await(this.delay.get().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ServletException("Interrupted while the token endpoint waited", ex);
		}
		chain.doFilter(request, response);
	}

	@Override
	public void destroy() {
		this.stopped.countDown();
	}

}
