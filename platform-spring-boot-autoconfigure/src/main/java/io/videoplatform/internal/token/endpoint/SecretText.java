package io.videoplatform.internal.token.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.springframework.core.io.Resource;

/**
 * The text of a file that holds a secret or a key.
 */
final class SecretText {

	private static final int LIMIT = 64 * 1024;

	/**
	 * Some editors write it at the beginning of what is UTF-8 (RFC 3629, section 6).
	 */
	private static final String BYTE_ORDER_MARK = "\uFEFF";

	private SecretText() {
	}

	/**
	 * Read a file. Characters are not replaced: a secret in another encoding would be
	 * sent as another secret.
	 * @throws IOException if it cannot be read or is no text; the message is the rest of
	 * a sentence that begins with the file, and shows nothing of the content
	 */
	static String read(Resource file) throws IOException {
		byte[] content = bytes(file);
		if (content.length > LIMIT) {
			throw new IOException("is larger than 64 KiB");
		}
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
			return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
		}
		catch (CharacterCodingException ex) {
			throw new IOException("is no text in UTF-8", ex);
		}
	}

	private static byte[] bytes(Resource file) throws IOException {
		try (InputStream input = file.getInputStream()) {
			return input.readNBytes(LIMIT + 1);
		}
		catch (IOException ex) {
			throw new IOException("cannot be read", ex);
		}
	}

}
