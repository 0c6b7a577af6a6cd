package io.videoplatform.internal.transport;

import java.io.IOException;
import java.net.ConnectException;

import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * Fails a request for which a proxy opens no tunnel. Apache HttpComponents would return
 * the proxy's response as if it were the server's, but it comes without TLS: anyone
 * before the proxy could send it.
 */
final class TunnelCheck {

	private static final String OPEN = TunnelCheck.class.getName() + ".open";

	private TunnelCheck() {
	}

	static void addTo(HttpAsyncClientBuilder client) {
		client.addExecInterceptorBefore(ChainElement.CONNECT.name(), "platform-tunnel", TunnelCheck::check)
			.addExecInterceptorAfter(ChainElement.CONNECT.name(), "platform-tunnel-open", TunnelCheck::note);
	}

	static void addTo(HttpClientBuilder client) {
		client.addExecInterceptorBefore(ChainElement.CONNECT.name(), "platform-tunnel", TunnelCheck::check)
			.addExecInterceptorAfter(ChainElement.CONNECT.name(), "platform-tunnel-open", TunnelCheck::note);
	}

	private static void check(HttpRequest request, @Nullable AsyncEntityProducer body, AsyncExecChain.Scope scope,
			AsyncExecChain chain, AsyncExecCallback callback) throws HttpException, IOException {
		boolean tunnelled = scope.route.isTunnelled();
		chain.proceed(request, body, scope, tunnelled ? new CheckedCallback(scope.clientContext, callback) : callback);
	}

	private static void note(HttpRequest request, @Nullable AsyncEntityProducer body, AsyncExecChain.Scope scope,
			AsyncExecChain chain, AsyncExecCallback callback) throws HttpException, IOException {
		scope.clientContext.setAttribute(OPEN, true);
		chain.proceed(request, body, scope, callback);
	}

	private static ClassicHttpResponse check(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
			throws IOException, HttpException {
		ClassicHttpResponse response = chain.proceed(request, scope);
		if (scope.route.isTunnelled()) {
			requireTunnel(response, scope.clientContext);
		}
		return response;
	}

	private static ClassicHttpResponse note(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
			throws IOException, HttpException {
		scope.clientContext.setAttribute(OPEN, true);
		return chain.proceed(request, scope);
	}

	private static void requireTunnel(HttpResponse response, HttpClientContext context) throws ConnectException {
		if (context.getAttribute(OPEN) == null) {
			throw new ProxyConnectException(
					"the proxy opened no tunnel, but responded with status " + response.getCode());
		}
	}

	/**
	 * Checks a response before its body is read.
	 */
	private static final class CheckedCallback extends DelegatingExecCallback {

		private final HttpClientContext context;

		CheckedCallback(HttpClientContext context, AsyncExecCallback callback) {
			super(callback);
			this.context = context;
		}

		@Override
		public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails entity)
				throws HttpException, IOException {
			requireTunnel(response, this.context);
			return super.handleResponse(response, entity);
		}

	}

	/**
	 * Named as Netty's exception of the same kind.
	 */
	private static final class ProxyConnectException extends ConnectException {

		private static final long serialVersionUID = 1L;

		ProxyConnectException(String message) {
			super(message);
		}

	}

}
