package io.videoplatform.internal.token.endpoint;

import java.io.IOException;
import java.text.ParseException;
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

	private volatile @Nullable String refused;

	private volatile String content;

	private volatile SigningKey key;

	/**
	 * Read the key for the first time.
	 * @throws IllegalArgumentException if there is no key that can sign; the message is
	 * the rest of a sentence that begins with the property, and shows nothing of the key
	 */
	public KeyFile(Resource file, @Nullable String id, Consumer<String> warnings) {
		this.file = file;
		this.id = id;
		this.warnings = warnings;
		this.content = read();
		this.key = parse(this.content);
	}

	@Override
	public SigningKey get() {
		try {
			String current = read();
			if (!current.equals(this.content)) {
				this.key = parse(current);
				this.content = current;
			}
			this.refused = null;
		}
		catch (IllegalArgumentException ex) {
			String reason = String.valueOf(ex.getMessage());
			if (!reason.equals(this.refused)) {
				this.refused = reason;
				this.warnings.accept(reason);
			}
		}
		return this.key;
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
	private SigningKey parse(String current) {
		try {
			JWK jwk = JWK.parse(current);
			return SigningKey.of(jwk, (this.id != null) ? this.id : jwk.getKeyID());
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

}
