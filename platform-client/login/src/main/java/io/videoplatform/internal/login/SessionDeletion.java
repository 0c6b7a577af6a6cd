package io.videoplatform.internal.login;

import reactor.core.publisher.Mono;

/**
 * Deletes sessions of the application from the repository that all its nodes use.
 */
@FunctionalInterface
public interface SessionDeletion {

	/**
	 * Delete a session.
	 * @param sessionId the application's identifier of the session, which need not exist
	 * @return completes when the session is deleted, without blocking the thread that
	 * subscribes; fails if the repository does
	 */
	Mono<Void> delete(String sessionId);

}
