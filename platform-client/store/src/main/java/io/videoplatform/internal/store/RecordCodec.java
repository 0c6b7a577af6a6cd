package io.videoplatform.internal.store;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what nodes share as JSON, encrypted for what it belongs to, and reads it.
 */
public final class RecordCodec {

	/**
	 * A set has no generations.
	 */
	static final long SET = 0;

	/**
	 * Nodes of several versions share what is stored: what this one does not know is
	 * skipped, and what an older one has not written is missing.
	 */
	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.changeDefaultVisibility((visibility) -> visibility.withIsGetterVisibility(Visibility.NONE))
		.build();

	private final RecordCipher cipher;

	private final Consumer<? super UnreadableRecordException> unreadable;

	/**
	 * Create a new instance.
	 * @param unreadable takes note of what cannot be read
	 */
	public RecordCodec(RecordCipher cipher, Consumer<? super UnreadableRecordException> unreadable) {
		this.cipher = cipher;
		this.unreadable = unreadable;
	}

	/**
	 * Return where something is stored.
	 */
	String location(RecordIdentity identity) {
		return this.cipher.location(identity);
	}

	byte[] write(RecordIdentity identity, TokenRecord record) {
		return write(record.generation(), new Content(identity, record, null));
	}

	byte[] write(RecordIdentity identity, List<Element> elements) {
		return write(SET, new Content(identity, null, elements));
	}

	private byte[] write(long generation, Content content) {
		return this.cipher.encrypt(Objects.requireNonNull(content.identity()), generation,
				JSON.writeValueAsBytes(content));
	}

	/**
	 * Read a record.
	 * @throws UnreadableRecordException if it cannot be read, or is another one
	 */
	TokenRecord read(RecordIdentity identity, byte[] stored) {
		return read(identity, stored, Content::record);
	}

	/**
	 * Read the elements of a set, which may have ended.
	 * @throws UnreadableRecordException if they cannot be read, or are those of another
	 * set
	 */
	List<Element> readElements(RecordIdentity identity, byte[] stored) {
		return read(identity, stored, Content::elements);
	}

	private <T> T read(RecordIdentity identity, byte[] stored, Function<Content, @Nullable T> part) {
		try {
			Content content = parse(this.cipher.decrypt(identity, stored));
			T found = (content != null && identity.equals(content.identity())) ? part.apply(content) : null;
			if (found == null) {
				throw new UnreadableRecordException("it belongs to something else", null);
			}
			return found;
		}
		catch (UnreadableRecordException ex) {
			this.unreadable.accept(ex);
			throw ex;
		}
	}

	/**
	 * The parser's exception would quote what it reads.
	 */
	private static @Nullable Content parse(byte[] json) {
		try {
			return JSON.readValue(json, Content.class);
		}
		catch (JacksonException ex) {
			throw new UnreadableRecordException("its content is malformed", null);
		}
	}

	/**
	 * What is encrypted: a record or the elements of a set, and what they belong to.
	 */
	@JsonInclude(Include.NON_NULL)
	record Content(@Nullable RecordIdentity identity, @Nullable TokenRecord record, @Nullable List<Element> elements) {

	}

	/**
	 * An element of a set.
	 *
	 * @param value the element
	 * @param end when it leaves the set, in milliseconds since 1970 by the clock of the
	 * engine
	 */
	record Element(@JsonProperty(required = true) String value, @JsonProperty(required = true) long end) {

		@Override
		public String toString() {
			return "Element[end=%d]".formatted(this.end);
		}

	}

}
