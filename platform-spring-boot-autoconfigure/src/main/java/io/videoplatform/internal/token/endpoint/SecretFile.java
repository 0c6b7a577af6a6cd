package io.videoplatform.internal.token.endpoint;

import java.io.IOException;
import java.util.function.Supplier;

import org.springframework.core.io.Resource;

/**
 * A secret that is read from a file whenever it is used, so that a new one takes effect
 * with the next request. Line terminators at the end are no part of it.
 */
public final class SecretFile implements Supplier<String> {

	private final String property;

	private final Resource file;

	/**
	 * Create a new instance.
	 * @param property the full name of the property that states the location
	 * @param file the file
	 */
	public SecretFile(String property, Resource file) {
		this.property = property;
		this.file = file;
	}

	/**
	 * Read the secret.
	 * @return the secret, never empty
	 * @throws CredentialsUnavailableException if the file cannot be read or holds no
	 * secret
	 */
	@Override
	public String get() {
		String secret = withoutTerminators(read());
		if (secret.isBlank()) {
			throw new CredentialsUnavailableException(
					"'%s' leads to %s, which is empty".formatted(this.property, this.file.getDescription()), null);
		}
		return secret;
	}

	private String read() {
		try {
			return SecretText.read(this.file);
		}
		catch (IOException ex) {
			throw new CredentialsUnavailableException(
					"'%s' leads to %s, which %s".formatted(this.property, this.file.getDescription(), ex.getMessage()),
					ex);
		}
	}

	private static String withoutTerminators(String text) {
		int end = text.length();
		while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
			end--;
		}
		return text.substring(0, end);
	}

	@Override
	public String toString() {
		return "SecretFile[" + this.file.getDescription() + "]";
	}

}
