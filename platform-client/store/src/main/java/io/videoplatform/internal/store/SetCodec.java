package io.videoplatform.internal.store;

import java.util.List;
import java.util.Objects;

import io.videoplatform.internal.store.SetSnapshot.Element;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the elements of a {@linkplain EncryptedSet set} as encrypted JSON, and reads
 * them.
 */
final class SetCodec {

	/**
	 * A set has no generations.
	 */
	static final long GENERATION = 0;

	private final EncryptedJson<Content> json;

	SetCodec(RecordCipher cipher) {
		this.json = new EncryptedJson<>(cipher, Content.class);
	}

	/**
	 * Return where a set is stored.
	 */
	String location(RecordIdentity set) {
		return this.json.location(set);
	}

	byte[] write(RecordIdentity set, List<Element> elements) {
		return this.json.write(set, GENERATION, new Content(set, elements));
	}

	/**
	 * Read a set.
	 * @return the elements, the oldest first, which may have ended
	 * @throws UnreadableRecordException if it cannot be read, or is another one
	 */
	List<Element> read(RecordIdentity set, byte[] stored) {
		return Objects.requireNonNull(this.json.read(set, stored).elements());
	}

	/**
	 * What is encrypted.
	 *
	 * @param identity what the set belongs to
	 * @param elements the elements, the oldest first
	 */
	record Content(@Nullable RecordIdentity identity,
			@Nullable List<Element> elements) implements EncryptedJson.Labelled {

		@Override
		public boolean hasContent() {
			return this.elements != null;
		}

	}

}
