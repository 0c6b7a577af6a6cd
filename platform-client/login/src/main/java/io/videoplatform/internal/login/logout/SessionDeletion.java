package io.videoplatform.internal.login.logout;

import reactor.core.publisher.Mono;

/**
 * Deletes sessions of the application.
 */
public interface SessionDeletion {

	/**
	 * Delete a session, which need not exist, without blocking the thread that
	 * subscribes.
	 */
	Mono<Void> delete(String sessionId);

	/**
	 * Return whether this deletes the sessions of all nodes, and not those in the memory
	 * of this one alone.
	 */
	boolean reachesAllNodes();

}
