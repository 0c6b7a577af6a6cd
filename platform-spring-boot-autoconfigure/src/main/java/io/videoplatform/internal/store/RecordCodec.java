package io.videoplatform.internal.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes token records as encrypted JSON, and reads them.
 */
public final class RecordCodec {

	/**
	 * What a newer version has added would be lost when this one writes the record again.
	 */
	private static final JsonMapper JSON = JsonMapper.builder()
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
				DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
		.changeDefaultVisibility((visibility) -> visibility.withIsGetterVisibility(Visibility.NONE))
		.build();

	private final RecordCipher cipher;

	/**
	 * Create a new instance.
	 * @param cipher encrypts records
	 */
	public RecordCodec(RecordCipher cipher) {
		this.cipher = cipher;
	}

	/**
	 * Return where a record is stored.
	 */
	String location(RecordIdentity identity) {
		return this.cipher.location(identity);
	}

	byte[] write(RecordIdentity identity, TokenRecord record) {
		return this.cipher.encrypt(identity, record.generation(),
				JSON.writeValueAsBytes(new Labelled(identity, record)));
	}

	/**
	 * Read a record.
	 * @throws UnreadableRecordException if it cannot be read, or is another one
	 */
	TokenRecord read(RecordIdentity identity, byte[] stored) {
		Labelled labelled = parse(this.cipher.decrypt(identity, stored));
		if (labelled == null || labelled.record() == null || !identity.equals(labelled.identity())) {
			throw new UnreadableRecordException("it belongs to something else", null);
		}
		return labelled.record();
	}

	/**
	 * The parser's exception would quote what it reads.
	 */
	private static @Nullable Labelled parse(byte[] json) {
		try {
			return JSON.readValue(json, Labelled.class);
		}
		catch (JacksonException ex) {
			throw new UnreadableRecordException("its content is malformed", null);
		}
	}

	/**
	 * A record and what it belongs to.
	 *
	 * @param identity what the record belongs to
	 * @param record the record
	 */
	record Labelled(@Nullable RecordIdentity identity, @Nullable TokenRecord record) {

	}

}
