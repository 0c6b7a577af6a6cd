package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

import io.videoplatform.internal.token.shared.RecordIdentity;

/**
 * A key that others are derived from (RFC 5869, HKDF with SHA-256), each for one purpose.
 * It is identified by a value derived from it. Its {@code toString()} does not show it.
 */
public final class MasterKey {

	/**
	 * The least number of bytes of a key.
	 */
	public static final int LENGTH = 32;

	private static final String HMAC = "HmacSHA256";

	private static final byte[] NO_SALT = new byte[32];

	private final byte[] key;

	private final byte[] id;

	private final byte[] index;

	public MasterKey(byte[] key) {
		if (key.length < LENGTH) {
			throw new IllegalArgumentException(
					"A key needs at least %d bytes, and this one has %d".formatted(LENGTH, key.length));
		}
		this.key = key.clone();
		this.id = Arrays.copyOf(derive(NO_SALT, "id"), 8);
		this.index = derive(NO_SALT, "index");
	}

	/**
	 * Return what identifies the key without telling it.
	 */
	byte[] id() {
		return this.id.clone();
	}

	/**
	 * Return the key that encrypts one value.
	 * @param salt the salt of the value
	 */
	SecretKey encryption(byte[] salt) {
		return new SecretKeySpec(derive(salt, "encryption"), "AES");
	}

	/**
	 * Return the keyed hash of an identity.
	 */
	String hash(RecordIdentity identity) {
		return HexFormat.of().formatHex(hmac(this.index, identity.bytes()));
	}

	/**
	 * Derive 32 bytes: the first block of RFC 5869, section 2.3, is all that is needed.
	 */
	private byte[] derive(byte[] salt, String purpose) {
		byte[] info = ("platform " + purpose).getBytes(StandardCharsets.UTF_8);
		return expand(hmac(salt, this.key), info);
	}

	static byte[] expand(byte[] extracted, byte[] info) {
		byte[] block = Arrays.copyOf(info, info.length + 1);
		block[info.length] = 1;
		return hmac(extracted, block);
	}

	static byte[] hmac(byte[] key, byte[] data) {
		try {
			Mac mac = Mac.getInstance(HMAC);
			mac.init(new SecretKeySpec(key, HMAC));
			return mac.doFinal(data);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java platform has " + HMAC, ex);
		}
	}

	@Override
	public String toString() {
		return "MasterKey[%s]".formatted(HexFormat.of().formatHex(this.id));
	}

}
