package io.videoplatform.internal.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON from outside: an object in UTF-8 (RFC 8259), at most 64 levels deep, numbers
 * of at most 100 digits, each name once.
 */
public final class JsonObjectReader {

	private static final int DEPTH = 64;

	private static final int DIGITS = 100;

	private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {
	};

	private static final JsonMapper MAPPER = JsonMapper
		.builder(JsonFactory.builder()
			.streamReadConstraints(
					StreamReadConstraints.builder().maxNestingDepth(DEPTH).maxNumberLength(DIGITS).build())
			.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
			.build())
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private JsonObjectReader() {
	}

	/**
	 * Read an object in UTF-8 (RFC 8259, section 8.1).
	 * @return the members, in their order; values may be {@code null}
	 * @throws MalformedResponseException if the bytes are no such object; its message
	 * never quotes them
	 */
	public static Map<String, Object> read(byte[] body) {
		try {
			return parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
		}
		catch (CharacterCodingException ex) {
			throw new MalformedResponseException("is not encoded in UTF-8");
		}
	}

	private static Map<String, Object> parse(String json) {
		try {
			Map<String, Object> members = MAPPER.readValue(json.startsWith("\uFEFF") ? json.substring(1) : json,
					OBJECT);
			if (members == null) {
				throw new MalformedResponseException("is JSON null instead of an object");
			}
			return members;
		}
		catch (JacksonException ex) {
			throw new MalformedResponseException(reason(ex));
		}
	}

	/**
	 * Read an object that explains a refusal, empty if the bytes are none: the refusal
	 * counts however it is explained and encoded.
	 */
	public static Map<String, Object> readLeniently(byte[] body) {
		try {
			return parse(new String(body, StandardCharsets.UTF_8));
		}
		catch (MalformedResponseException ex) {
			return Map.of();
		}
	}

	private static String reason(JacksonException ex) {
		String at = (ex.getLocation() != null)
				? " (line %d, column %d)".formatted(ex.getLocation().getLineNr(), ex.getLocation().getColumnNr()) : "";
		return "is not a JSON object that can be read: %s%s".formatted(ex.getClass().getSimpleName(), at);
	}

}
