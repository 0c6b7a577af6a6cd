package io.videoplatform.client;

import reactor.core.publisher.Mono;

import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * One client of the platform: a {@link WebClient} and a {@link RestClient} that carry its
 * token, and what is known of it.
 *
 * <pre class="code">
 * String list(PlatformClients clients) {
 *     PlatformClient jobs = clients.get("jobs");
 *     return jobs.restClient().get().uri("videos").retrieve().body(String.class);
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface PlatformClient {

	/**
	 * Return the client's name.
	 * @return the name
	 */
	String name();

	/**
	 * Return the {@code WebClient}. Its base URL is <code>{root}/v1/</code>; requests to
	 * the platform carry a valid token or fail with a
	 * {@link io.videoplatform.PlatformAuthorizationException}. It may be used from any
	 * thread, an event loop included.
	 * @return the client, always the same
	 */
	WebClient webClient();

	/**
	 * Return the {@code RestClient}, for callers that block: the same base URL, token and
	 * guarantees as the {@code WebClient} has. It may be used from platform and virtual
	 * threads. A call waits no longer for a token than the engine does, and ends when its
	 * thread is interrupted; on an event loop it does not wait but fails, unless there is
	 * a token. Of a client at which users log in it carries the token of the user whom
	 * the calling thread works for, as Spring Security has it.
	 * @return the client, always the same
	 */
	RestClient restClient();

	/**
	 * Return what adds the token to requests of a {@code WebClient} of the application's
	 * own, with all that the one of {@link #webClient()} does. Add it last, so that no
	 * other filter sees the token, and to a client whose connector follows no redirects:
	 * it could take the token to a foreign host.
	 * @return the filter, always the same
	 */
	ExchangeFilterFunction exchangeFilter();

	/**
	 * Return what adds the token to requests of a {@code RestClient} or
	 * {@code RestTemplate} of the application's own, with all that the one of
	 * {@link #restClient()} does, but that Spring's interceptors hold each request body
	 * in memory. Add it last, so that no other interceptor sees the token, and to a
	 * client whose request factory follows no redirects: it could take the token to a
	 * foreign host.
	 * @return the interceptor, always the same
	 */
	ClientHttpRequestInterceptor requestInterceptor();

	/**
	 * Return the current access token, for clients of other kinds. It waits as a call of
	 * {@link #restClient()} does, and fails alike. Send it to the platform only: a server
	 * that gets it can use it.
	 * @return the token, of the user whom the calling thread works for if users log in at
	 * this client
	 * @throws io.videoplatform.PlatformAuthorizationException if there is none
	 */
	PlatformToken token();

	/**
	 * Return the current access token when the result is subscribed to, as
	 * {@link #token()} does.
	 * <p>
	 * An error of the virtual machine, such as a {@link StackOverflowError}, that is
	 * thrown by the function of a {@code flatMap} leaves a subscriber that has waited for
	 * the token without a signal, as Reactor does on any other thread than the
	 * subscriber's. Use {@code map(function).flatMap(Function.identity())} or
	 * {@code timeout} if that matters.
	 * @return the token, of the user whom the subscriber's context names if users log in
	 * at this client; fails with a
	 * {@link io.videoplatform.PlatformAuthorizationException} if there is none
	 */
	Mono<PlatformToken> currentToken();

	/**
	 * Return the client's registration, made of its settings and what discovery has
	 * found. It is kept for as long as the discovered documents are fresh; otherwise it
	 * is made of new ones. It does not hold the client's secret, which its text would
	 * show.
	 * @return the registration, empty if the client has no credentials; fails with a
	 * {@link io.videoplatform.PlatformDiscoveryException} if the provider cannot be
	 * discovered
	 */
	Mono<ClientRegistration> registration();

	/**
	 * Return what is held at this moment. No I/O. Of a client at which users log in it
	 * shows the token of the user whom the calling thread works for, as Spring Security
	 * has it.
	 * @return the snapshot; without a token's status if no user is logged in
	 */
	PlatformSnapshot snapshot();

	/**
	 * Return what is held when the result is subscribed to. No I/O. Of a client at which
	 * users log in it shows the token of the user whom the subscriber's context names, as
	 * in a reactive application.
	 * @return the snapshot; without a token's status if no user is logged in
	 */
	Mono<PlatformSnapshot> currentSnapshot();

	/**
	 * Reject the access token that is held now. Call this if the API or the provider
	 * reports a revoked token other than by a 401, which is detected automatically. The
	 * next call gets a new token. Several calls for one token have the effect of one, and
	 * without a token nothing happens. No I/O. At a client at which users log in it is
	 * the token of the user whom the calling thread works for, as with
	 * {@link #snapshot()}.
	 */
	void invalidate();

	/**
	 * Reject the access token that is held at subscription, as {@link #invalidate()}
	 * does. At a client at which users log in it is the token of the user whom the
	 * subscriber's context names, as with {@link #currentSnapshot()}.
	 * @return completes at once, also without a token
	 */
	Mono<Void> invalidateCurrent();

}
