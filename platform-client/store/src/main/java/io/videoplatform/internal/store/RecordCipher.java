package io.videoplatform.internal.store;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.UnreadableRecordException;

/**
 * Encrypts records with AES-GCM, each with a key of its own that is derived from a master
 * key and a random salt. The first of its keys encrypts, all decrypt; the places of
 * records are derived from one that must not change. A record decrypts only for the
 * identity and the generation that it was encrypted for: one that was moved or relabelled
 * does not.
 */
public final class RecordCipher {

	private static final byte VERSION = 1;

	private static final int SALT = 16;

	private static final int NONCE = 12;

	private static final int TAG = 16;

	private final List<MasterKey> keys;

	private final MasterKey index;

	private final SecureRandom random;

	public RecordCipher(List<MasterKey> keys, MasterKey index, SecureRandom random) {
		if (keys.isEmpty()) {
			throw new IllegalArgumentException("At least one key is needed");
		}
		this.keys = List.copyOf(keys);
		this.index = index;
		this.random = random;
	}

	/**
	 * Return where a record is stored.
	 * @param identity what the record belongs to
	 * @return the key in the store, a keyed hash
	 */
	String location(RecordIdentity identity) {
		return this.index.hash(identity);
	}

	/**
	 * Encrypt a record.
	 * @param identity what it belongs to
	 * @param generation its generation
	 * @param record the record
	 */
	byte[] encrypt(RecordIdentity identity, long generation, byte[] record) {
		MasterKey key = this.keys.get(0);
		byte[] salt = random(SALT);
		byte[] nonce = random(NONCE);
		byte[] header = ByteBuffer.allocate(1 + key.id().length + Long.BYTES)
			.put(VERSION)
			.put(key.id())
			.putLong(generation)
			.array();
		try {
			byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, key, salt, nonce, header, identity).doFinal(record);
			return ByteBuffer.allocate(header.length + SALT + NONCE + encrypted.length)
				.put(header)
				.put(salt)
				.put(nonce)
				.put(encrypted)
				.array();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("AES-GCM is not usable", ex);
		}
	}

	/**
	 * Decrypt a record.
	 * @param identity what it must belong to
	 * @param stored the bytes that were stored
	 * @return the record
	 * @throws UnreadableRecordException if the key is unknown, a newer version has
	 * encrypted it, or it was encrypted for something else
	 */
	byte[] decrypt(RecordIdentity identity, byte[] stored) {
		ByteBuffer buffer = ByteBuffer.wrap(stored);
		try {
			requireVersion(buffer.get());
			MasterKey key = key(take(buffer, this.keys.get(0).id().length));
			buffer.getLong();
			byte[] header = Arrays.copyOf(stored, buffer.position());
			byte[] salt = take(buffer, SALT);
			byte[] nonce = take(buffer, NONCE);
			byte[] encrypted = take(buffer, Math.max(TAG, buffer.remaining()));
			return cipher(Cipher.DECRYPT_MODE, key, salt, nonce, header, identity).doFinal(encrypted);
		}
		catch (BufferUnderflowException ex) {
			throw new UnreadableRecordException("it is cut off", null);
		}
		catch (AEADBadTagException ex) {
			throw new UnreadableRecordException("it was changed, or written for another key", null);
		}
		catch (GeneralSecurityException ex) {
			throw new UnreadableRecordException(ex.getClass().getSimpleName(), ex);
		}
	}

	private static void requireVersion(byte version) {
		if (version != VERSION) {
			throw new UnreadableRecordException(
					"it has version %d, and this node knows version %d".formatted(version, VERSION), null);
		}
	}

	private MasterKey key(byte[] id) {
		return this.keys.stream()
			.filter((key) -> Arrays.equals(key.id(), id))
			.findFirst()
			.orElseThrow(() -> new UnreadableRecordException(
					"its key '%s' is not configured".formatted(HexFormat.of().formatHex(id)), null));
	}

	private static Cipher cipher(int mode, MasterKey key, byte[] salt, byte[] nonce, byte[] header,
			RecordIdentity identity) throws GeneralSecurityException {
		Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
		cipher.init(mode, key.encryption(salt), new GCMParameterSpec(TAG * Byte.SIZE, nonce));
		cipher.updateAAD(header);
		cipher.updateAAD(identity.bytes());
		return cipher;
	}

	private static byte[] take(ByteBuffer buffer, int length) {
		byte[] bytes = new byte[length];
		buffer.get(bytes);
		return bytes;
	}

	private byte[] random(int length) {
		byte[] bytes = new byte[length];
		this.random.nextBytes(bytes);
		return bytes;
	}

}
