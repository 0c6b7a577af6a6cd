package io.videoplatform.internal.token.endpoint;

import java.io.IOException;
import java.text.ParseException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.nimbusds.jose.jwk.JWK;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * A key in a file that holds a JWK (RFC 7517, section 4). The file is looked at whenever
 * the key is used; when it is broken, the last key goes on and a warning is given once
 * for each thing that is wrong, until a key can be used again.
 */
public final class KeyFile implements Supplier<SigningKey> {

	private final Resource file;

	private final @Nullable String id;

	private final Consumer<String> warnings;

	private final AtomicReference<@Nullable String> refused = new AtomicReference<>();

	private volatile Loaded loaded;

	/**
	 * Read the key for the first time.
	 * @throws IllegalArgumentException if there is no key that can sign; the message is
	 * the rest of a sentence that begins with the property, and shows nothing of the key
	 */
	public KeyFile(Resource file, @Nullable String id, Consumer<String> warnings) {
		this.file = file;
		this.id = id;
		this.warnings = warnings;
		this.loaded = load(read());
	}

	/**
	 * Return the key as it is now. Two callers that find a new one both read it, which
	 * comes to the same.
	 */
	@Override
	public SigningKey get() {
		try {
			String content = read();
			if (!content.equals(this.loaded.content())) {
				this.loaded = load(content);
			}
			this.refused.set(null);
		}
		catch (IllegalArgumentException ex) {
			String reason = String.valueOf(ex.getMessage());
			if (!reason.equals(this.refused.getAndSet(reason))) {
				this.warnings.accept(reason);
			}
		}
		return this.loaded.key();
	}

	private String read() {
		try {
			return SecretFile.read(this.file);
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("leads to %s, which %s".formatted(name(), ex.getMessage()), ex);
		}
	}

	/**
	 * The cause of a failure is left out: it may quote the key.
	 */
	private Loaded load(String content) {
		try {
			JWK key = JWK.parse(content);
			return new Loaded(content, SigningKey.of(key, (this.id != null) ? this.id : key.getKeyID()));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("leads to %s with a key that %s".formatted(name(), ex.getMessage()));
		}
		catch (ParseException | RuntimeException ex) {
			// Nimbus has no exception for JSON null, or for an RSA key that lacks a
			// member
			throw new IllegalArgumentException("leads to %s, which is no JWK".formatted(name()));
		}
	}

	private String name() {
		return this.file.getDescription();
	}

	@Override
	public String toString() {
		return "KeyFile[" + name() + "]";
	}

	/**
	 * A key and the content of the file that it was read from.
	 */
	private record Loaded(String content, SigningKey key) {

		@Override
		public String toString() {
			return "Loaded[" + this.key + "]";
		}

	}

}
