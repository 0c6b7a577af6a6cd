package io.videoplatform.internal.login.oidc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.document.DocumentContext;
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.observation.EngineObservations;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestResponse;
import io.videoplatform.testing.TestServer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * An OpenID provider on loopback with a JWK set and a UserInfo endpoint, which signs
 * whatever a test needs; and the client's view of it.
 */
final class OidcProvider implements AutoCloseable {

	static final String CLIENT_ID = "videos";

	static final String CLIENT_SECRET = "a-secret-of-the-client-that-is-long-enough";

	static final Duration DEADLINE = Duration.ofSeconds(5);

	static final RSAKey FIRST = rsa("first", 2048);

	static final RSAKey SECOND = rsa("second", 2048);

	final MovableClock clock = new MovableClock();

	final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

	final List<PlatformException> outages = new CopyOnWriteArrayList<>();

	final TestServer server = new TestServer();

	private final BoundedExchange exchange = new BoundedExchange(
			WebClient.builder().clientConnector(new ReactorClientHttpConnector()).build(), DEADLINE,
			DataSize.ofMegabytes(1));

	OidcProvider() {
		publishes(FIRST);
		returnsUserInfo(TestResponse.json("{\"sub\":\"ann\"}"));
	}

	/**
	 * Return {@link #SECOND} by another name. To make a key takes up to a second.
	 */
	static RSAKey secondAs(String keyId) {
		return new RSAKey.Builder(SECOND).keyID(keyId).build();
	}

	static RSAKey rsa(String keyId, int bits) {
		try {
			return new RSAKeyGenerator(bits, true).keyID(keyId).generate();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static ECKey ec(String keyId) {
		try {
			return new ECKeyGenerator(Curve.P_256).keyID(keyId).generate();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static TestResponse keys(JWK... keys) {
		return TestResponse.json("{\"keys\":["
				+ Stream.of(keys).map((key) -> key.toPublicJWK().toJSONString()).collect(Collectors.joining(","))
				+ "]}");
	}

	void publishes(JWK... keys) {
		returnsKeys(keys(keys));
	}

	void returnsKeys(TestResponse response) {
		this.server.on("/keys", response);
	}

	void returnsUserInfo(TestResponse response) {
		this.server.on("/userinfo", response);
	}

	void holdsKeysUntil(Publisher<?> gate) {
		this.server.hold("/keys", gate);
	}

	List<RecordedRequest> keyRequests() {
		return this.server.requests("/keys");
	}

	List<String> authorizations() {
		return this.server.requests("/userinfo").stream().map((request) -> request.header("Authorization")).toList();
	}

	void stop() {
		this.server.stop();
	}

	void restart() {
		this.server.restart();
	}

	@Override
	public void close() {
		this.server.close();
	}

	String issuer() {
		return this.server.url() + "/realms/platform";
	}

	/**
	 * Return the client of a registration, which has properties of its own:
	 * {@code platform.clients.jobs} for {@code platform-jobs}.
	 */
	OidcClient client(ClientRegistration registration) {
		String properties = registration.getRegistrationId().replace("platform-", "platform.clients.");
		return new OidcClient(this.exchange, ClientPropertyNames.of(properties), this.outages::add);
	}

	/**
	 * Return the verifiers of a client of this provider, with the default lifetimes and
	 * without jitter.
	 */
	JwtVerifierFactory verifiers(Scheduler scheduler) {
		return new JwtVerifierFactory(this::client, new DocumentContext(this.clock, scheduler::schedule,
				() -> Long.MIN_VALUE, this.events::add, EngineObservations.none()), DocumentSettings.DEFAULTS);
	}

	ClientRegistration registration() {
		return registration(Map.of(), (registration) -> {
		});
	}

	ClientRegistration registration(Map<String, Object> metadata, Consumer<ClientRegistration.Builder> customizer) {
		ClientRegistration.Builder registration = ClientRegistration.withRegistrationId("platform")
			.clientId(CLIENT_ID)
			.clientSecret(CLIENT_SECRET)
			.authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
			.redirectUri("{baseUrl}/login/oauth2/code/{registrationId}")
			.scope("openid")
			.issuerUri(issuer())
			.authorizationUri(issuer() + "/auth")
			.tokenUri(issuer() + "/token")
			.jwkSetUri(issuer() + "/keys")
			.userInfoUri(issuer() + "/userinfo")
			.userNameAttributeName("sub")
			.providerConfigurationMetadata(metadata);
		customizer.accept(registration);
		return registration.build();
	}

	/**
	 * Return the claims of a good ID token.
	 */
	Map<String, Object> claims() {
		Instant now = this.clock.instant();
		Map<String, Object> claims = new LinkedHashMap<>();
		claims.put("iss", issuer());
		claims.put("sub", "ann");
		claims.put("aud", CLIENT_ID);
		claims.put("iat", now.getEpochSecond());
		claims.put("exp", now.plusSeconds(300).getEpochSecond());
		claims.put("auth_time", now.getEpochSecond());
		claims.put("nonce", "n-1");
		claims.put("email_verified", "true");
		return claims;
	}

	Map<String, Object> claims(String name, @Nullable Object value) {
		Map<String, Object> claims = claims();
		if (value != null) {
			claims.put(name, value);
		}
		else {
			claims.remove(name);
		}
		return claims;
	}

	String token() {
		return token(FIRST, claims());
	}

	String token(String name, @Nullable Object value) {
		return token(FIRST, claims(name, value));
	}

	static String token(JWK key, Map<String, Object> claims) {
		JWSAlgorithm algorithm = (key instanceof ECKey) ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
		return token(new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), key,
				JSONObjectUtils.toJSONString(claims));
	}

	static String token(JWSHeader header, JWK key, String payload) {
		try {
			JWSSigner signer = new DefaultJWSSignerFactory().createJWSSigner(key, header.getAlgorithm());
			JWSObject jws = new JWSObject(header, new Payload(payload));
			jws.sign(signer);
			return jws.serialize();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return a JSON object of 10,000 levels.
	 */
	static String nested() {
		return "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000);
	}

	/**
	 * Return a JWT in compact form whose signature is any text.
	 */
	static String compact(String header, String payload, String signature) {
		return base64(header) + "." + base64(payload) + "." + signature;
	}

	static String base64(String text) {
		return Base64URL.encode(text.getBytes(StandardCharsets.UTF_8)).toString();
	}

	List<String> published(PlatformEvent.Level level) {
		List<String> messages = new ArrayList<>();
		for (PlatformEvent event : this.events) {
			if (event.level() == level) {
				messages.add(event.message());
			}
		}
		return messages;
	}

}
