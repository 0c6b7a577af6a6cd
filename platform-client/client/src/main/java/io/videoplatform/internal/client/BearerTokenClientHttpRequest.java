package io.videoplatform.internal.client;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;

import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.Assert;
import org.springframework.util.FastByteArrayOutputStream;

/**
 * A request that carries a token only while it is sent: its headers end up in
 * observations and in the hands of the caller. It writes to the request that is sent
 * first, because copying a request costs more than sending the token does.
 */
final class BearerTokenClientHttpRequest
		implements ClientHttpRequest, StreamingHttpOutputMessage, BearerTokenInterceptor.Sender {

	private final BearerTokenRequestFactory factory;

	private final URI url;

	private final ClientHttpRequest request;

	private @Nullable Body body;

	private @Nullable FastByteArrayOutputStream buffer;

	private @Nullable HttpHeaders sentHeaders;

	private boolean sent;

	private @Nullable List<String> authorization;

	BearerTokenClientHttpRequest(BearerTokenRequestFactory factory, URI url, ClientHttpRequest request) {
		this.factory = factory;
		this.url = url;
		this.request = request;
	}

	@Override
	public HttpMethod getMethod() {
		return this.request.getMethod();
	}

	@Override
	public URI getURI() {
		return this.url;
	}

	@Override
	public Map<String, Object> getAttributes() {
		return this.request.getAttributes();
	}

	/**
	 * Return the headers without the token.
	 */
	@Override
	public HttpHeaders getHeaders() {
		return (this.sentHeaders != null) ? this.sentHeaders : this.request.getHeaders();
	}

	@Override
	public void setBody(Body body) {
		Assert.state(this.buffer == null, "Either getBody() or setBody() may be called");
		this.body = body;
	}

	@Override
	public OutputStream getBody() {
		Assert.state(this.body == null, "Either getBody() or setBody() may be called");
		if (this.buffer == null) {
			this.buffer = new FastByteArrayOutputStream();
		}
		return this.buffer;
	}

	@Override
	public ClientHttpResponse execute() throws IOException {
		Assert.state(!this.sent, "The request has been sent");
		if (this.buffer != null) {
			byte[] bytes = this.buffer.toByteArray();
			this.buffer = null;
			setBody(bytes);
		}
		boolean repeatable = this.body == null || this.body.repeatable();
		return this.factory.authorizations().apply(this).exchange(this, repeatable, this);
	}

	@Override
	public @Nullable List<String> authorization() {
		return this.authorization;
	}

	@Override
	public ClientHttpResponse send(URI url, @Nullable AccessToken token) throws IOException {
		ClientHttpRequest request = this.sent ? this.factory.createCopy(this, url) : this.request;
		this.sent = true;
		writeBody(request);
		if (token == null) {
			return request.execute();
		}
		HttpHeaders headers = request.getHeaders();
		headers.set(HttpHeaders.AUTHORIZATION, token.authorization());
		boolean responded = false;
		try {
			ClientHttpResponse response = request.execute();
			responded = true;
			return response;
		}
		finally {
			hideToken(request, headers, responded);
		}
	}

	/**
	 * An engine that has not responded may still be reading the headers on another
	 * thread: they must not change.
	 */
	private void hideToken(ClientHttpRequest request, HttpHeaders headers, boolean responded) {
		if (responded) {
			this.authorization = headers.remove(HttpHeaders.AUTHORIZATION);
		}
		else if (request == this.request) {
			this.sentHeaders = HttpHeaders.copyOf(headers);
			this.sentHeaders.remove(HttpHeaders.AUTHORIZATION);
		}
	}

	private void writeBody(ClientHttpRequest request) throws IOException {
		Body body = this.body;
		if (body == null) {
			return;
		}
		if (request instanceof StreamingHttpOutputMessage streaming) {
			streaming.setBody(new WrittenBody(body));
		}
		else {
			body.writeTo(request.getBody());
		}
	}

	/**
	 * A body whose errors are exceptions for the engine. An error ends the thread of an
	 * engine that writes on one of its own, and the caller would wait without end; to
	 * Apache HttpComponents it is a reason to close all connections for ever.
	 */
	private record WrittenBody(Body body) implements Body {

		@Override
		public void writeTo(OutputStream output) throws IOException {
			try {
				this.body.writeTo(output);
			}
			catch (Error ex) {
				throw new IOException("The body of the request cannot be written", ex);
			}
		}

		@Override
		public boolean repeatable() {
			return this.body.repeatable();
		}

	}

}
