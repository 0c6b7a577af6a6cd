package io.videoplatform.login.oidc;

import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import io.videoplatform.transport.Answer;
import io.videoplatform.transport.JsonObjects;
import io.videoplatform.transport.MalformedAnswerException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JWK set (RFC 7517, section 5) key by key: one that is malformed, of an unknown
 * type, too weak or meant for something else is left out, and does not spoil the others
 * as it would if the set were parsed as a whole.
 */
final class KeySetReader {

	/**
	 * RFC 7518, section 3.3.
	 */
	private static final int SHORTEST_RSA = 2048;

	private KeySetReader() {
	}

	/**
	 * Return the keys that signatures can be verified with.
	 * @param answer an answer with status 200
	 * @throws MalformedAnswerException if there are none
	 */
	static List<JWK> read(Answer answer) {
		if (answer.isHtml()) {
			throw new MalformedAnswerException("is HTML, as captive portals and firewalls send it", null);
		}
		if (!(JsonObjects.read(answer.body()).get("keys") instanceof List<?> members)) {
			throw new MalformedAnswerException("has no 'keys' and is no JWK set", null);
		}
		List<JWK> keys = members.stream().map(KeySetReader::key).filter(Objects::nonNull).toList();
		if (keys.isEmpty()) {
			throw new MalformedAnswerException(
					"holds no RSA or EC key for signatures among its %d keys".formatted(members.size()), null);
		}
		return keys;
	}

	@SuppressWarnings("unchecked")
	private static @Nullable JWK key(Object member) {
		if (!(member instanceof Map<?, ?> parameters)) {
			return null;
		}
		try {
			JWK key = JWK.parse((Map<String, Object>) parameters);
			return isUsable(key) ? key.toPublicJWK() : null;
		}
		catch (ParseException | IllegalArgumentException | IllegalStateException ex) {
			// Section 5 of RFC 7517: a key that is not understood is ignored
			return null;
		}
	}

	private static boolean isUsable(JWK key) {
		boolean strong = key instanceof ECKey || (key instanceof RSAKey && key.size() >= SHORTEST_RSA);
		return strong && (key.getKeyUse() == null || KeyUse.SIGNATURE.equals(key.getKeyUse()));
	}

}
