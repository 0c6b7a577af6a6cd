package io.videoplatform.internal.login.logout;

import reactor.core.publisher.Mono;

/**
 * Deletes sessions of the application, without blocking the thread that subscribes.
 */
public interface SessionDeletion {

	/**
	 * Delete a session if it still {@linkplain LoginSession#isHeldBy holds} its login.
	 * @return whether it has ended, and not just is none that this node knows
	 */
	Mono<Boolean> delete(LoginSession session);

}
