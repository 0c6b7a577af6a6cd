package io.videoplatform.autoconfigure.store;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.autoconfigure.store.StoreProperties.Encryption;
import io.videoplatform.internal.registration.Placeholder;
import io.videoplatform.internal.store.MasterKey;
import io.videoplatform.internal.store.RecordCipher;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Creates the cipher of records from the keys in the properties. Without encryption the
 * same cipher works with a key that is published: what is stored keeps its form, and keys
 * can be configured later.
 */
final class StoreCipherFactory {

	private static final String PREFIX = "platform.store.encryption.";

	private static final String MAKE = "a key made by 'openssl rand -base64 32'.";

	/**
	 * Documented, and no protection.
	 */
	private static final MasterKey PUBLIC = new MasterKey(
			"a key that everybody knows and that protects nothing".getBytes(StandardCharsets.US_ASCII));

	private StoreCipherFactory() {
	}

	/**
	 * Create a cipher.
	 * @throws PlatformConfigurationException if a key is missing or malformed
	 */
	static RecordCipher create(Encryption encryption) {
		if (!encryption.enabled()) {
			return new RecordCipher(List.of(PUBLIC), PUBLIC, new SecureRandom());
		}
		List<MasterKey> keys = keys(encryption.keys());
		if (keys.isEmpty()) {
			throw new PlatformConfigurationException(PlatformError.STORE_KEYS, PREFIX + "keys", null,
					"is not set, and the store holds tokens of users", "Set it to " + MAKE);
		}
		return new RecordCipher(keys, index(encryption.indexKey(), keys), new SecureRandom());
	}

	private static List<MasterKey> keys(List<String> texts) {
		return IntStream.range(0, texts.size())
			.filter((number) -> StringUtils.hasText(texts.get(number)))
			.mapToObj((number) -> key("keys[%d]".formatted(number), texts.get(number)))
			.toList();
	}

	/**
	 * A key that is added later does not move the records.
	 */
	private static MasterKey index(@Nullable String text, List<MasterKey> keys) {
		if (StringUtils.hasText(text)) {
			return key("index-key", text);
		}
		if (keys.size() > 1) {
			throw new PlatformConfigurationException(PlatformError.STORE_KEYS, PREFIX + "index-key", null,
					"is not set while 'platform.store.encryption.keys' holds %d keys".formatted(keys.size()),
					"Set it to the key that was the only one so far.");
		}
		return keys.get(0);
	}

	/**
	 * A file ends with a line end.
	 */
	private static MasterKey key(String property, String text) {
		Placeholder.refuse(PREFIX + property, text, true);
		byte[] key;
		try {
			key = Base64.getDecoder().decode(text.strip());
		}
		catch (IllegalArgumentException ex) {
			// The cause quotes a part of the key
			throw malformed(property, "is not Base64");
		}
		if (key.length < MasterKey.LENGTH) {
			throw malformed(property,
					"has %d bytes, and a key has at least %d".formatted(key.length, MasterKey.LENGTH));
		}
		return new MasterKey(key);
	}

	private static PlatformConfigurationException malformed(String property, String reason) {
		return new PlatformConfigurationException(PlatformError.STORE_KEYS, PREFIX + property, null, reason,
				"Write " + MAKE);
	}

}
