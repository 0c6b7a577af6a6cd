package io.videoplatform.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.videoplatform.internal.http.RedirectPolicy;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * Does for callers that block what {@link BearerTokenFilter} does for subscribers.
 */
public final class BearerTokenInterceptor implements ClientHttpRequestInterceptor {

	private final BearerTokenPolicy policy;

	private final BlockingTokens tokens;

	private final @Nullable ApiRedirectPolicy redirects;

	/**
	 * Create a new instance.
	 * @param policy decides which requests carry a token
	 * @param tokens the tokens
	 * @param redirects the redirects that are followed, or {@code null} for none
	 */
	BearerTokenInterceptor(BearerTokenPolicy policy, BlockingTokens tokens, @Nullable ApiRedirectPolicy redirects) {
		this.policy = policy;
		this.tokens = tokens;
		this.redirects = redirects;
	}

	@Override
	public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
			throws IOException {
		return exchange(request, true, new InterceptedRequest(request, body, execution));
	}

	/**
	 * Send a request, and send it again where a redirect leads or after a 401.
	 * @param request the request
	 * @param repeatable whether it can be sent again
	 * @param sender sends it
	 * @return the response
	 */
	ClientHttpResponse exchange(HttpRequest request, boolean repeatable, Sender sender) throws IOException {
		URI url = request.getURI();
		ClientHttpResponse response = authorize(request, url, repeatable, sender);
		if (this.redirects == null || !repeatable || !this.redirects.apply(request.getMethod(), url)) {
			return response;
		}
		for (int left = RedirectPolicy.MAX_REDIRECTS; left > 0; left--) {
			URI target = ApiRedirectPolicy.target(url, status(response), response.getHeaders());
			if (target == null) {
				break;
			}
			discard(response);
			url = target;
			response = authorize(request, url, true, sender);
		}
		return response;
	}

	private ClientHttpResponse authorize(HttpRequest request, URI url, boolean repeatable, Sender sender)
			throws IOException {
		if (!this.policy.isRequired(url, request.getHeaders())) {
			return sender.send(url, null);
		}
		TokenSource source = this.tokens.source(request.getAttributes());
		AccessToken token = this.tokens.token(source, repeatable);
		this.policy.countCall();
		ClientHttpResponse response = sender.send(url, token);
		if (!noteResponse(source, token, sender, response) || !source.reject(token) || !repeatable) {
			return response;
		}
		discard(response);
		AccessToken next = this.tokens.await(source);
		this.policy.countRetry(source, this.tokens.observation());
		ClientHttpResponse last = sender.send(url, next);
		if (noteResponse(source, next, sender, last)) {
			source.refused(next);
		}
		return last;
	}

	private static boolean noteResponse(TokenSource source, AccessToken token, Sender sender,
			ClientHttpResponse response) throws IOException {
		return BearerTokenPolicy.noteResponse(source, token, sender, status(response), response.getHeaders());
	}

	/**
	 * Close what is not used. To close the response would read it to its end, which may
	 * never come. That of Reactor Netty cannot be closed before it is subscribed, which
	 * is a moment later.
	 */
	private static void discard(ClientHttpResponse response) throws IOException {
		InputStream body = response.getBody();
		try {
			body.close();
		}
		catch (IllegalStateException ex) {
			Schedulers.boundedElastic().schedule(() -> closeQuietly(body), 100, TimeUnit.MILLISECONDS);
		}
	}

	private static void closeQuietly(InputStream body) {
		try {
			body.close();
		}
		catch (IOException ex) {
			// Its connection is not used again either way
		}
	}

	private static int status(ClientHttpResponse response) throws IOException {
		return response.getStatusCode().value();
	}

	/**
	 * Sends a request once.
	 */
	interface Sender extends BearerTokenPolicy.SentRequest {

		/**
		 * Send the request.
		 * @param url where to
		 * @param token the token that it carries, or {@code null} if it goes as it is
		 * @return the response
		 */
		ClientHttpResponse send(URI url, @Nullable AccessToken token) throws IOException;

	}

	/**
	 * Sends a request that was intercepted: those who see that request see no token.
	 */
	private static final class InterceptedRequest extends HttpRequestWrapper implements Sender {

		private final byte[] body;

		private final ClientHttpRequestExecution execution;

		private URI url;

		private HttpHeaders headers;

		InterceptedRequest(HttpRequest request, byte[] body, ClientHttpRequestExecution execution) {
			super(request);
			this.body = body;
			this.execution = execution;
			this.url = request.getURI();
			this.headers = request.getHeaders();
		}

		@Override
		public URI getURI() {
			return this.url;
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

		@Override
		public ClientHttpResponse send(URI url, @Nullable AccessToken token) throws IOException {
			this.url = url;
			this.headers = getRequest().getHeaders();
			if (token != null) {
				this.headers = HttpHeaders.copyOf(this.headers);
				this.headers.set(HttpHeaders.AUTHORIZATION, token.authorization());
			}
			return this.execution.execute(this, this.body);
		}

		@Override
		public @Nullable List<String> authorization() {
			return this.headers.get(HttpHeaders.AUTHORIZATION);
		}

	}

}
