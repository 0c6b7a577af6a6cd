package io.videoplatform.internal.store;

import java.util.List;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes token records as encrypted JSON, and reads them.
 */
public final class RecordCodec {

	private static final JsonMapper JSON = new JsonMapper();

	private final RecordCipher cipher;

	/**
	 * Create a new instance.
	 * @param cipher encrypts records
	 */
	public RecordCodec(RecordCipher cipher) {
		this.cipher = cipher;
	}

	/**
	 * Return where a record may be stored, the place of a new one first.
	 */
	List<String> locations(RecordIdentity identity) {
		return this.cipher.locations(identity);
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
		if (!identity.equals(labelled.identity())) {
			throw new UnreadableRecordException("it belongs to something else", null);
		}
		return labelled.record();
	}

	/**
	 * The parser's exception would quote what it reads.
	 */
	private static Labelled parse(byte[] json) {
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
	record Labelled(RecordIdentity identity, TokenRecord record) {

	}

}
