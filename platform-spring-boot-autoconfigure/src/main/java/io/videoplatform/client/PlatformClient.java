package io.videoplatform.client;

import reactor.core.publisher.Mono;

import org.springframework.web.reactive.function.client.WebClient;

/**
 * One client of the platform: a {@link WebClient} that carries its token, and what is
 * known of it.
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
	 * Say that the access token held at this moment is dead, as an application may know
	 * from elsewhere: an API that refuses it with another status than 401, or a notice of
	 * the provider. The next call gets a new token; a 401 needs no such word. Calls for
	 * the same token count once, however many threads make them, and without a token
	 * nothing happens. No I/O. At a client at which users log in it is the token of the
	 * user whom the calling thread works for, as with {@link #snapshot()}.
	 */
	void invalidate();

	/**
	 * Say that the access token held when the result is subscribed to is dead, as
	 * {@link #invalidate()} does. At a client at which users log in it is the token of
	 * the user whom the subscriber's context names, as with {@link #currentSnapshot()}.
	 * @return completes at once, also without a token
	 */
	Mono<Void> invalidateCurrent();

}
