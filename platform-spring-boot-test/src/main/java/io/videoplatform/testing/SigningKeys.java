package io.videoplatform.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;

/**
 * The RSA keys of one platform. Such a key takes up to a second to make, so the keys of
 * platforms that have ended are used again; two platforms never have the same key at a
 * time.
 */
final class SigningKeys implements AutoCloseable {

	private static final Queue<RSAKey> UNUSED = new ConcurrentLinkedQueue<>();

	private final List<RSAKey> used = new ArrayList<>();

	private static RSAKey create(String id) {
		try {
			return new RSAKeyGenerator(2048).keyID(id).generate();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return a key that this platform has not had before.
	 */
	synchronized RSAKey next(String id) {
		RSAKey unused = UNUSED.poll();
		RSAKey next = (unused != null) ? new RSAKey.Builder(unused).keyID(id).build() : create(id);
		this.used.add(next);
		return next;
	}

	@Override
	public synchronized void close() {
		UNUSED.addAll(this.used);
		this.used.clear();
	}

}
