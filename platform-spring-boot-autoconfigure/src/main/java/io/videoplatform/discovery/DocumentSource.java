package io.videoplatform.discovery;

import io.videoplatform.PlatformStep;
import io.videoplatform.transport.Answer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Where a document comes from and how it is read.
 *
 * @param <T> the type of the document
 */
interface DocumentSource<T> {

	/**
	 * Return the step that reads the document.
	 * @return the step
	 */
	PlatformStep step();

	/**
	 * Ask for the document.
	 * @param held the document that is held, to be confirmed
	 * @return the answer, or a {@link DiscoveryFailure}
	 */
	Mono<Fetched> fetch(@Nullable Stored<T> held);

	/**
	 * Read and verify a document.
	 * @param answer an answer with status 200
	 * @return the document
	 * @throws DiscoveryFailure if it is malformed or refused
	 */
	T read(Answer answer);

}
