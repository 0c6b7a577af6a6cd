package io.videoplatform.internal.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON of what nodes share, encrypted for what it belongs to.
 *
 * @param <T> the type of what is encrypted
 */
final class EncryptedJson<T extends EncryptedJson.Labelled> {

	/**
	 * Nodes of several versions share what is stored: what this one does not know is
	 * skipped, and what an older one has not written is missing.
	 */
	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.changeDefaultVisibility((visibility) -> visibility.withIsGetterVisibility(Visibility.NONE))
		.build();

	private final RecordCipher cipher;

	private final Class<T> type;

	EncryptedJson(RecordCipher cipher, Class<T> type) {
		this.cipher = cipher;
		this.type = type;
	}

	/**
	 * Return where something is stored.
	 */
	String location(RecordIdentity identity) {
		return this.cipher.location(identity);
	}

	byte[] write(RecordIdentity identity, long generation, T labelled) {
		return this.cipher.encrypt(identity, generation, JSON.writeValueAsBytes(labelled));
	}

	/**
	 * Read what belongs to an identity.
	 * @throws UnreadableRecordException if it cannot be read, or belongs to another one
	 */
	T read(RecordIdentity identity, byte[] stored) {
		T labelled = parse(this.cipher.decrypt(identity, stored));
		if (labelled == null || !labelled.hasContent() || !identity.equals(labelled.identity())) {
			throw new UnreadableRecordException("it belongs to something else", null);
		}
		return labelled;
	}

	/**
	 * The parser's exception would quote what it reads.
	 */
	private @Nullable T parse(byte[] json) {
		try {
			return JSON.readValue(json, this.type);
		}
		catch (JacksonException ex) {
			throw new UnreadableRecordException("its content is malformed", null);
		}
	}

	/**
	 * What is encrypted: something, and what it belongs to.
	 */
	interface Labelled {

		@Nullable RecordIdentity identity();

		boolean hasContent();

	}

}
