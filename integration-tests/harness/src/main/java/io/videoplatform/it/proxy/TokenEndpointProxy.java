package io.videoplatform.it.proxy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A proxy in front of a provider that records every request and delays, holds or loses
 * the responses of the token endpoint.
 *
 * <p>
 * It passes the {@code Host} header on, so that Keycloak names the proxy as its issuer. A
 * lost response is one that the provider has sent and the client never receives.
 *
 * @since 0.1.0
 */
public final class TokenEndpointProxy implements AutoCloseable {

	private static final HttpMessage BAD_GATEWAY = empty("HTTP/1.1 502 Bad Gateway");

	private static final HttpMessage GATEWAY_TIMEOUT = empty("HTTP/1.1 504 Gateway Timeout");

	private final Upstream upstream;

	private final Listener listener = new Listener(this::serve);

	private final RequestLog log = new RequestLog();

	private final FaultPlan faults = new FaultPlan();

	private final CountDownLatch closed = new CountDownLatch(1);

	private volatile Duration delay = Duration.ZERO;

	private volatile @Nullable HeldResponses gate;

	private TokenEndpointProxy(URI provider) {
		this.upstream = new Upstream(provider);
	}

	/**
	 * Starts a proxy on a free port.
	 * @param provider scheme, host and port of the provider, plain http
	 * @return the proxy
	 */
	public static TokenEndpointProxy inFrontOf(URI provider) {
		TokenEndpointProxy proxy = new TokenEndpointProxy(provider);
		proxy.listener.open();
		return proxy;
	}

	/**
	 * Returns where the proxy listens.
	 * @return scheme, host and port
	 */
	public URI uri() {
		return URI.create("http://127.0.0.1:" + this.listener.port());
	}

	/**
	 * Returns the requests that arrived.
	 * @return the log, which grows
	 */
	public RequestLog log() {
		return this.log;
	}

	/**
	 * Delays each response of the token endpoint, on top of the provider's own time.
	 * @param time the delay, zero for none
	 */
	public void delayTokenResponses(Duration time) {
		this.delay = time;
	}

	/**
	 * Holds the responses of the token endpoint until the gate is opened.
	 * @return the gate
	 */
	public HeldResponses holdTokenResponses() {
		HeldResponses held = new HeldResponses();
		this.gate = held;
		return held;
	}

	/**
	 * Loses the responses to the next token requests.
	 * @param requests how many, 0 to lose no more
	 * @param fault how they are lost
	 */
	public void loseNext(int requests, Fault fault) {
		this.faults.set(requests, fault, null);
	}

	/**
	 * Loses the responses to the next token requests of one grant.
	 * @param requests how many, 0 to lose no more
	 * @param fault how they are lost
	 * @param grantType the grant
	 */
	public void loseNext(int requests, Fault fault, String grantType) {
		this.faults.set(requests, fault, grantType);
	}

	@Override
	public void close() {
		this.closed.countDown();
		this.listener.shutForGood();
	}

	private void serve(Socket client) throws IOException {
		InputStream stream = new BufferedInputStream(client.getInputStream());
		boolean open = true;
		while (open) {
			HttpMessage request = HttpMessage.readRequest(stream);
			open = request != null && respond(client, request);
		}
	}

	private boolean respond(Socket client, HttpMessage request) throws IOException {
		TokenRequest tokenRequest = this.log.arrived(request);
		Fault fault = (tokenRequest != null) ? this.faults.take(tokenRequest) : null;
		HttpMessage response = forward(request);
		if (tokenRequest != null) {
			this.log.tokenResponded(response.status());
			linger();
		}
		return (fault != null) ? lose(client, response, fault) : send(client, response);
	}

	private HttpMessage forward(HttpMessage request) {
		try {
			return this.upstream.exchange(request);
		}
		catch (IOException ex) {
			Failures.note("forward", ex);
			return BAD_GATEWAY;
		}
	}

	private void linger() throws IOException {
		try {
			this.closed.await(this.delay.toNanos(), TimeUnit.NANOSECONDS);
			HeldResponses held = this.gate;
			if (held != null) {
				held.pass();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("The proxy was closed while a response was held");
		}
	}

	private static boolean lose(Socket client, HttpMessage response, Fault fault) throws IOException {
		switch (fault) {
			case RESET -> client.setSoLinger(true, 0);
			case TRUNCATED -> {
				client.getOutputStream().write(response.headBytes());
				client.getOutputStream().write(Arrays.copyOf(response.body(), response.body().length / 2));
			}
			case GATEWAY_TIMEOUT -> {
				return send(client, GATEWAY_TIMEOUT);
			}
		}
		return false;
	}

	private static boolean send(Socket client, HttpMessage response) throws IOException {
		client.getOutputStream().write(response.bytes());
		return response.isDelimited();
	}

	private static HttpMessage empty(String statusLine) {
		return new HttpMessage(List.of(statusLine, "Content-Length: 0"), new byte[0]);
	}

}
