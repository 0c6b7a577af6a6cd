package io.videoplatform.internal.client;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.videoplatform.internal.http.AuthorizationHeader;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * A request that carries a token, unless the application sets an {@code Authorization}
 * header of its own on the way. The token is set as the request is written and nowhere
 * else: {@link #headers()} ends up in exceptions, logs and observations. All else is
 * delegated, because copying a request costs more than sending the token does.
 */
final class BearerTokenClientRequest implements ClientRequest, BearerTokenPolicy.SentRequest {

	private final ClientRequest request;

	private final AccessToken token;

	private final TrustedOrigins trusted;

	/**
	 * The headers that were sent, not the request: a pool of connections keeps the
	 * function that wrote its first request, and would keep all that waited for that.
	 */
	private volatile @Nullable HttpHeaders sent;

	BearerTokenClientRequest(ClientRequest request, AccessToken token, TrustedOrigins trusted) {
		this.request = request;
		this.token = token;
		this.trusted = trusted;
	}

	@Override
	public @Nullable List<String> authorization() {
		HttpHeaders headers = this.sent;
		return (headers != null) ? headers.get(HttpHeaders.AUTHORIZATION) : null;
	}

	@Override
	public Mono<Void> writeTo(ClientHttpRequest target, ExchangeStrategies strategies) {
		if (this.request.httpRequest() != null) {
			setTokenAtCommit(target);
		}
		else {
			setToken(target);
		}
		return this.request.writeTo(target, strategies);
	}

	@Override
	public HttpMethod method() {
		return this.request.method();
	}

	@Override
	public URI url() {
		return this.request.url();
	}

	/**
	 * Return the headers without the token.
	 */
	@Override
	public HttpHeaders headers() {
		return this.request.headers();
	}

	@Override
	public MultiValueMap<String, String> cookies() {
		return this.request.cookies();
	}

	/**
	 * Return the body for a copy of this request, which is written with what the copy is
	 * given. It sets the token also on a copy that was made without
	 * {@link #httpRequest()}.
	 */
	@Override
	public BodyInserter<?, ? super ClientHttpRequest> body() {
		BodyInserter<?, ? super ClientHttpRequest> body = this.request.body();
		return (target, context) -> {
			setTokenIfAbsent(target);
			return body.insert(target, context);
		};
	}

	@Override
	public Map<String, Object> attributes() {
		return this.request.attributes();
	}

	/**
	 * Return what sets the token on a copy of this request, as a filter of the
	 * application makes one. A copy that leads to an origin that is not trusted goes
	 * without, and one to which the filter has added an {@code Authorization} header
	 * keeps that.
	 */
	@Override
	public Consumer<ClientHttpRequest> httpRequest() {
		Consumer<ClientHttpRequest> callers = this.request.httpRequest();
		Consumer<ClientHttpRequest> token = this::setTokenAtCommit;
		return (callers != null) ? callers.andThen(token) : token;
	}

	/**
	 * What the application does with the written request comes first: it need not know of
	 * the token to set or add a header of its own.
	 */
	private void setTokenAtCommit(ClientHttpRequest target) {
		target.beforeCommit(() -> Mono.fromRunnable(() -> setTokenIfAbsent(target)));
	}

	private void setTokenIfAbsent(ClientHttpRequest target) {
		HttpHeaders headers = target.getHeaders();
		if (AuthorizationHeader.isIn(headers)) {
			this.sent = headers;
		}
		else {
			setToken(target);
		}
	}

	/**
	 * A filter may have made the request lead to another URL than was checked: what leads
	 * to an origin that is not trusted goes without.
	 */
	private void setToken(ClientHttpRequest target) {
		HttpHeaders headers = target.getHeaders();
		this.sent = headers;
		URI url = target.getURI();
		if (url == this.request.url() || this.trusted.contains(url)) {
			headers.set(HttpHeaders.AUTHORIZATION, this.token.authorization());
		}
	}

	@Override
	public String logPrefix() {
		return this.request.logPrefix();
	}

}
