package io.videoplatform.internal.token.shared;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The tokens of one login or client as this node knows them and shares them with others.
 */
public interface SharedRecord {

	/**
	 * Return what the record belongs to.
	 */
	RecordIdentity identity();

	/**
	 * Set who takes later records that come unasked, because another node has written
	 * them.
	 */
	void onChange(Consumer<TokenRecord> listener);

	/**
	 * Return the time of the store's engine, by its last response about this record, in
	 * milliseconds since 1970, or a little less.
	 */
	long now();

	/**
	 * Return what this node knows, without a request to the store, or {@code null} if
	 * nothing was read or written.
	 */
	@Nullable TokenRecord known();

	/**
	 * Store the first tokens as soon as the store can be reached. Returns a record that
	 * has ended if the end of this login was stored before.
	 * @param tokens makes the tokens once the time of the store's engine is known
	 * @param claims the claims of the login's ID token that later ones are compared with
	 */
	Mono<TokenRecord> create(Supplier<StoredTokens> tokens, Map<String, String> claims);

	/**
	 * Read the record, which may be nothing.
	 */
	Mono<TokenRecord> read();

	/**
	 * Have the tokens that follow on a generation requested, by this node or another. The
	 * request is sent at most once by this node, after all nodes can know. It is not
	 * ended by a caller that cancels.
	 * <p>
	 * Returns the record afterwards: one of a later generation, of a login that has
	 * ended, or of the same generation if another attempt is under way, or it is too
	 * early for the next one; nothing if there is no record. Fails as the request and the
	 * store do.
	 */
	Mono<TokenRecord> refresh(long after, RefreshRequest request);

	/**
	 * End the login, at this node at once and for all nodes as soon as the store can be
	 * reached and the record be read. It is not ended by a caller that cancels.
	 * <p>
	 * Returns the record that this has ended, when the end is stored, without tokens if
	 * none were stored; nothing if the end was stored before.
	 * @param revocable whether its refresh token may be revoked
	 */
	Mono<TokenRecord> end(boolean revocable);

}
