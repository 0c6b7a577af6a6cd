package io.videoplatform.internal.store;

import java.util.Objects;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.jspecify.annotations.Nullable;

/**
 * Writes token records as encrypted JSON, and reads them.
 */
public final class RecordCodec {

	private final EncryptedJson<LabelledRecord> json;

	/**
	 * Create a new instance.
	 * @param cipher encrypts records
	 */
	public RecordCodec(RecordCipher cipher) {
		this.json = new EncryptedJson<>(cipher, LabelledRecord.class);
	}

	/**
	 * Return where a record is stored.
	 */
	String location(RecordIdentity identity) {
		return this.json.location(identity);
	}

	byte[] write(RecordIdentity identity, TokenRecord record) {
		return this.json.write(identity, record.generation(), new LabelledRecord(identity, record));
	}

	/**
	 * Read a record.
	 * @throws UnreadableRecordException if it cannot be read, or is another one
	 */
	TokenRecord read(RecordIdentity identity, byte[] stored) {
		return Objects.requireNonNull(this.json.read(identity, stored).record());
	}

	/**
	 * A record and what it belongs to.
	 *
	 * @param identity what the record belongs to
	 * @param record the record
	 */
	record LabelledRecord(@Nullable RecordIdentity identity,
			@Nullable TokenRecord record) implements EncryptedJson.Labelled {

		@Override
		public boolean hasContent() {
			return this.record != null;
		}

	}

}
