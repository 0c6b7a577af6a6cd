package io.videoplatform.internal.login.oidc;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
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
import io.videoplatform.internal.document.DocumentSettings;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.TestServers;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

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

	final AtomicInteger keyRequests = new AtomicInteger();

	final List<String> authorizations = new CopyOnWriteArrayList<>();

	private final BoundedExchange exchange = new BoundedExchange(
			WebClient.builder().clientConnector(new ReactorClientHttpConnector()).build(), DEADLINE,
			DataSize.ofMegabytes(1));

	private volatile Reply keys = keys(FIRST);

	private volatile Reply userInfo = Reply.json("{\"sub\":\"ann\"}");

	private volatile Mono<?> gate = Mono.empty();

	private DisposableServer server = start(0);

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

	static Reply keys(JWK... keys) {
		return Reply.json("{\"keys\":["
				+ Stream.of(keys).map((key) -> key.toPublicJWK().toJSONString()).collect(Collectors.joining(","))
				+ "]}");
	}

	private DisposableServer start(int port) {
		return TestServers.onPort(port).handle(this::handle).bindNow();
	}

	void publishes(JWK... keys) {
		this.keys = keys(keys);
	}

	void returnsKeys(Reply reply) {
		this.keys = reply;
	}

	void returnsUserInfo(Reply reply) {
		this.userInfo = reply;
	}

	void holdsKeysUntil(Mono<?> gate) {
		this.gate = gate;
	}

	void stop() {
		this.server.disposeNow();
	}

	void restart() {
		this.server = start(this.server.port());
	}

	@Override
	public void close() {
		this.server.disposeNow();
	}

	String url() {
		return "http://127.0.0.1:" + this.server.port();
	}

	String issuer() {
		return url() + "/realms/platform";
	}

	BoundedExchange exchange(ClientRegistration registration) {
		return this.exchange;
	}

	/**
	 * Return the verifiers of a client of this provider, with the default lifetimes and
	 * without jitter.
	 */
	JwtVerifierFactory verifiers(Scheduler scheduler) {
		return new JwtVerifierFactory(this::exchange, this.clock, scheduler, this.events::add,
				DocumentSettings.DEFAULTS, () -> Long.MIN_VALUE);
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

	private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
		if (request.fullPath().endsWith("/keys")) {
			this.keyRequests.incrementAndGet();
			return this.gate.then(Mono.defer(() -> Mono.from(send(response, this.keys))));
		}
		this.authorizations.add(String.valueOf(request.requestHeaders().get("Authorization")));
		return send(response, this.userInfo);
	}

	private static Publisher<Void> send(HttpServerResponse response, Reply reply) {
		response.status(reply.status()).header("Content-Type", reply.contentType());
		reply.headers().forEach(response::addHeader);
		return response.sendString(Mono.just(reply.body()));
	}

	/**
	 * A response.
	 *
	 * @param status the status code
	 * @param contentType the content type
	 * @param headers further headers
	 * @param body the body
	 */
	record Reply(int status, String contentType, Map<String, String> headers, String body) {

		static Reply json(String body) {
			return new Reply(200, "application/json", Map.of(), body);
		}

		static Reply of(int status, String contentType, String body) {
			return new Reply(status, contentType, Map.of(), body);
		}

	}

}
