package io.videoplatform.testing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import org.jspecify.annotations.Nullable;

/**
 * The ID tokens and logout tokens of a {@link TestPlatform}, and the keys that they are
 * signed with (OpenID Connect Core 1.0, section 2, and Back-Channel Logout 1.0, section
 * 2.4). They are signed by ES256, which takes a fraction of the time of RS256, unless
 * {@link #signByRs256()} is called.
 */
public final class IdTokens {

	private final Supplier<String> issuer;

	private final Clock clock;

	private final SigningKeys keys = new SigningKeys();

	private final Set<String> issued = ConcurrentHashMap.newKeySet();

	private volatile boolean rsa;

	private volatile @Nullable JWK key;

	private volatile List<JWK> furtherKeys = List.of();

	private volatile Consumer<Map<String, Object>> claims = (claims) -> {
	};

	private volatile UnaryOperator<String> signed = UnaryOperator.identity();

	IdTokens(Supplier<String> issuer, Clock clock) {
		this.issuer = issuer;
		this.clock = clock;
	}

	/**
	 * Return a new key for ES256.
	 */
	public static ECKey key(String id) {
		try {
			return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Sign by RS256 from now on, with a new key, which is made when it is needed. Clients
	 * that do not read the provider configuration expect this algorithm (OpenID Connect
	 * Core 1.0, section 3.1.3.7).
	 */
	public IdTokens signByRs256() {
		this.rsa = true;
		this.key = null;
		return this;
	}

	/**
	 * Change the claims of ID tokens.
	 */
	public IdTokens claims(Consumer<Map<String, Object>> change) {
		this.claims = change;
		return this;
	}

	/**
	 * Change ID tokens after they were signed.
	 */
	public IdTokens signed(UnaryOperator<String> change) {
		this.signed = change;
		return this;
	}

	/**
	 * Publish keys before the one that tokens are signed with.
	 */
	public IdTokens furtherKeys(JWK... keys) {
		this.furtherKeys = List.of(keys);
		return this;
	}

	/**
	 * Sign with another key from now on, and publish that one only.
	 */
	public void rotateKey() {
		newKey();
	}

	/**
	 * Return the identifier of the key that tokens are signed with.
	 */
	public String keyId() {
		return key().getKeyID();
	}

	private synchronized JWK key() {
		JWK current = this.key;
		return (current != null) ? current : newKey();
	}

	private JWK newKey() {
		String id = UUID.randomUUID().toString();
		JWK created = this.rsa ? this.keys.next(id) : key(id);
		this.key = created;
		return created;
	}

	/**
	 * Return a logout token.
	 */
	public String logoutToken(String sessionId) {
		return logoutToken(sessionId, (claims) -> {
		});
	}

	/**
	 * Return a logout token.
	 */
	public String logoutToken(String sessionId, Consumer<Map<String, Object>> change) {
		Map<String, Object> claims = standardClaims(120);
		claims.put("sid", sessionId);
		claims.put("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()));
		change.accept(claims);
		return sign(claims, "logout+jwt");
	}

	/**
	 * Return a token that is signed with the published key.
	 */
	public String sign(Map<String, Object> claims, String type) {
		return sign(claims, type, key());
	}

	/**
	 * Return a token.
	 */
	public static String sign(Map<String, Object> claims, String type, JWK key) {
		return sign(claims, type, key, key.getKeyID());
	}

	private static String sign(Map<String, Object> claims, String type, JWK key, @Nullable String keyId) {
		JWSAlgorithm algorithm = (key instanceof ECKey) ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
		JWSHeader header = new JWSHeader.Builder(algorithm).keyID(keyId).type(new JOSEObjectType(type)).build();
		try {
			JWSObject jws = new JWSObject(header, new Payload(claims));
			jws.sign(new DefaultJWSSignerFactory().createJWSSigner(key, algorithm));
			return jws.serialize();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return a token with the same claims whose header names no key.
	 */
	public String withoutKeyId(String token) {
		return sign(claims(token), "JWT", key(), null);
	}

	/**
	 * Return whether an ID token was issued here.
	 */
	public boolean wasIssued(String idToken) {
		return this.issued.contains(idToken);
	}

	/**
	 * Return the claims of a token.
	 */
	public static Map<String, Object> claims(String token) {
		try {
			return JWSObject.parse(token).getPayload().toJSONObject();
		}
		catch (ParseException ex) {
			throw new IllegalStateException(ex);
		}
	}

	void reset() {
		furtherKeys().claims((claims) -> {
		}).signed(UnaryOperator.identity());
	}

	void close() {
		this.keys.close();
	}

	TestResponse keys() {
		return TestResponse.json(200,
				Map.of("keys",
						Stream.concat(this.furtherKeys.stream(), Stream.of(key()))
							.map((key) -> key.toPublicJWK().toJSONObject())
							.toList()));
	}

	/**
	 * Return an ID token for a user.
	 */
	String idToken(Grant grant, String accessToken, @Nullable String nonce) {
		Map<String, Object> claims = new LinkedHashMap<>(grant.claims());
		claims.putAll(standardClaims(300));
		if (!grant.client().isEmpty()) {
			claims.put("aud", grant.client());
		}
		claims.put("sub", String.valueOf(grant.user()));
		claims.put("sid", grant.sessionId());
		byte[] hash = sha256(accessToken).decode();
		claims.put("at_hash", Base64URL.encode(Arrays.copyOf(hash, hash.length / 2)).toString());
		if (nonce != null) {
			claims.put("nonce", nonce);
		}
		this.claims.accept(claims);
		String idToken = this.signed.apply(sign(claims, "JWT"));
		this.issued.add(idToken);
		return idToken;
	}

	private Map<String, Object> standardClaims(int lifetime) {
		Instant now = this.clock.instant();
		Map<String, Object> claims = new LinkedHashMap<>();
		claims.put("iss", this.issuer.get());
		claims.put("aud", TestPlatform.CLIENT_ID);
		claims.put("iat", now.getEpochSecond());
		claims.put("exp", now.plusSeconds(lifetime).getEpochSecond());
		claims.put("jti", UUID.randomUUID().toString());
		return claims;
	}

	static Base64URL sha256(String text) {
		try {
			return Base64URL
				.encode(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
