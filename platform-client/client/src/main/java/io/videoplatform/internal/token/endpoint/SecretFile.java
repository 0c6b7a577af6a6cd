package io.videoplatform.internal.token.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * A secret that is read from a file whenever it is used, so that a new one takes effect
 * with the next request. Line terminators at the end are no part of it.
 *
 * @param property the property that names the file
 * @param file the file
 */
public record SecretFile(String property, Resource file) implements Supplier<String> {

	private static final int LIMIT = 64 * 1024;

	/**
	 * Some editors write it at the beginning of what is UTF-8 (RFC 3629, section 6).
	 */
	private static final String BYTE_ORDER_MARK = "\uFEFF";

	/**
	 * Read the secret.
	 * @return the secret, never empty
	 * @throws CredentialsUnavailableException if the file cannot be read or holds no
	 * secret
	 */
	@Override
	public String get() {
		try {
			String secret = withoutTerminators(read(this.file));
			if (secret.isBlank()) {
				throw unusable("is empty", null);
			}
			return secret;
		}
		catch (IOException ex) {
			throw unusable(String.valueOf(ex.getMessage()), ex);
		}
	}

	private static String withoutTerminators(String text) {
		int end = text.length();
		while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
			end--;
		}
		return text.substring(0, end);
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

	/**
	 * Return the exception for a file that holds no secret.
	 */
	CredentialsUnavailableException unusable(String reason, @Nullable Throwable cause) {
		return new CredentialsUnavailableException(
				"'%s' leads to %s, which %s".formatted(this.property, this.file.getDescription(), reason), cause);
	}

	@Override
	public String toString() {
		return "SecretFile[" + this.file.getDescription() + "]";
	}

}
