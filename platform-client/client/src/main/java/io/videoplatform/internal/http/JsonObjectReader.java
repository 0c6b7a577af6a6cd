package io.videoplatform.internal.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
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

	private static final JsonFactory LENIENT = JsonFactory.builder()
		.streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH).maxNumberLength(DIGITS).build())
		.build();

	private static final JsonMapper MAPPER = JsonMapper
		.builder(LENIENT.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
		.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
		.build();

	private JsonObjectReader() {
	}

	/**
	 * Read an object.
	 * @param body the bytes of a response
	 * @return the members, in their order; values may be {@code null}
	 * @throws MalformedResponseException if the bytes are no such object; its message
	 * never quotes them
	 */
	public static Map<String, Object> read(byte[] body) {
		try {
			Map<String, Object> members = MAPPER.readValue(decode(body), OBJECT);
			if (members == null) {
				throw new MalformedResponseException("is JSON null instead of an object", null);
			}
			return members;
		}
		catch (CharacterCodingException ex) {
			throw new MalformedResponseException("is not encoded in UTF-8", null);
		}
		catch (JacksonException ex) {
			throw new MalformedResponseException(reason(ex), null);
		}
	}

	/**
	 * Read the texts of an object that explains a refusal. The refusal counts however it
	 * is explained: malformed UTF-8 is replaced, and what follows the object is left out.
	 * A name that occurs again has to have the same value: there is no first and no last
	 * one.
	 * @param body the bytes of a response
	 * @return the members that are texts, none if the bytes are no complete object
	 */
	public static Map<String, String> readTexts(byte[] body) {
		try (JsonParser parser = LENIENT.createParser(ObjectReadContext.empty(),
				withoutMark(new String(body, StandardCharsets.UTF_8)))) {
			return (parser.nextToken() == JsonToken.START_OBJECT) ? texts(parser) : Map.of();
		}
		catch (JacksonException ex) {
			return Map.of();
		}
	}

	private static Map<String, String> texts(JsonParser parser) {
		Map<String, String> texts = new HashMap<>();
		Set<String> others = new HashSet<>();
		while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
			String name = parser.currentName();
			boolean isText = parser.nextToken() == JsonToken.VALUE_STRING;
			String text = isText ? parser.getString() : "";
			String before = texts.putIfAbsent(name, text);
			if (!isText || (before != null && !before.equals(text))) {
				others.add(name);
			}
			parser.skipChildren();
		}
		texts.keySet().removeAll(others);
		return texts;
	}

	private static String decode(byte[] body) throws CharacterCodingException {
		return withoutMark(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
	}

	private static String withoutMark(String text) {
		return text.startsWith("\uFEFF") ? text.substring(1) : text;
	}

	private static String reason(JacksonException ex) {
		String at = (ex.getLocation() != null)
				? " (line %d, column %d)".formatted(ex.getLocation().getLineNr(), ex.getLocation().getColumnNr()) : "";
		return "is not a JSON object that can be read: %s%s".formatted(ex.getClass().getSimpleName(), at);
	}

}
