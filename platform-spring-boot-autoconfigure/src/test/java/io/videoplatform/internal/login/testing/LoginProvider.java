package io.videoplatform.internal.login.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A platform with its OpenID provider on loopback: WebFinger, metadata, an authorization
 * endpoint that logs a user in without asking, a token endpoint with PKCE and rotating
 * refresh tokens, keys, UserInfo, revocation, logout, and an API that checks tokens. It
 * records what it is asked and misbehaves on demand.
 */
public final class LoginProvider implements AutoCloseable {

	/**
	 * The client's identifier.
	 */
	public static final String CLIENT_ID = "videos";

	/**
	 * The client's secret.
	 */
	public static final String CLIENT_SECRET = "a-secret-of-the-client-that-is-long-enough";

	private final Clock clock;

	private final ExecutorService executor = Executors.newCachedThreadPool(LoginProvider::daemon);

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	private final Map<String, Grant> codes = new ConcurrentHashMap<>();

	private final Map<String, Grant> accessTokens = new ConcurrentHashMap<>();

	private final Map<String, Grant> refreshTokens = new ConcurrentHashMap<>();

	private final Map<String, Integer> broken = new ConcurrentHashMap<>();

	private final AtomicInteger issued = new AtomicInteger();

	private volatile String user = "ann";

	private volatile @Nullable String session;

	private volatile int expiresIn = 300;

	private volatile int maxAge = 3600;

	private volatile RSAKey key = key();

	private volatile UnaryOperator<String> callback = UnaryOperator.identity();

	private volatile Consumer<Map<String, Object>> metadata = (document) -> {
	};

	private volatile Consumer<Map<String, Object>> idToken = (claims) -> {
	};

	private volatile UnaryOperator<String> signedIdToken = UnaryOperator.identity();

	private volatile Consumer<Map<String, Object>> tokens = (answer) -> {
	};

	private volatile Consumer<Map<String, Object>> userInfo = (claims) -> {
	};

	private volatile @Nullable Function<Map<String, Object>, String> signedUserInfo;

	private volatile List<RSAKey> furtherKeys = List.of();

	private volatile @Nullable LoginProvider successor;

	private HttpServer server;

	/**
	 * Start on a free port.
	 */
	public LoginProvider() {
		this(Clock.systemUTC());
	}

	/**
	 * Start on a free port.
	 * @param clock the clock of ID tokens
	 */
	public LoginProvider(Clock clock) {
		this.clock = clock;
		this.server = start(0);
	}

	private static Thread daemon(Runnable task) {
		Thread thread = new Thread(task, "login-provider");
		thread.setDaemon(true);
		return thread;
	}

	private static RSAKey key() {
		return key(UUID.randomUUID().toString());
	}

	/**
	 * Return a new key.
	 * @param id its identifier
	 * @return the key
	 */
	public static RSAKey key(String id) {
		try {
			return new RSAKeyGenerator(2048).keyID(id).generate();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private HttpServer start(int port) {
		try {
			HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port),
					100);
			started.setExecutor(this.executor);
			started.createContext("/", this::handle);
			started.start();
			return started;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Stop listening; {@link #restart()} listens on the same port again.
	 */
	public void stop() {
		this.server.stop(0);
	}

	/**
	 * Listen again.
	 */
	public void restart() {
		this.server = start(this.server.getAddress().getPort());
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.executor.shutdownNow();
	}

	/**
	 * Return the root URL.
	 * @return scheme, host and port
	 */
	public String rootUrl() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	/**
	 * Return the issuer.
	 * @return the issuer
	 */
	public String issuer() {
		return rootUrl() + "/realms/platform";
	}

	/**
	 * Return the properties of an application that logs users in here.
	 * @return the properties
	 */
	public String[] properties() {
		return new String[] { "platform.root-url=" + rootUrl(), "platform.client-id=" + CLIENT_ID,
				"platform.client-secret=" + CLIENT_SECRET, "platform.grant-type=authorization_code" };
	}

	/**
	 * Set who logs in from now on.
	 * @param subject the user's identifier
	 * @return this provider
	 */
	public LoginProvider user(String subject) {
		this.user = subject;
		return this;
	}

	/**
	 * Let all who log in from now on do so in one session of this provider, as with
	 * single sign-on. A revocation ends the session that its token belongs to.
	 * @param id its identifier, {@code sid} in ID tokens
	 * @return this provider
	 */
	public LoginProvider session(String id) {
		this.session = id;
		return this;
	}

	/**
	 * Set the lifetime of the access tokens issued from now on.
	 * @param seconds the lifetime
	 * @return this provider
	 */
	public LoginProvider expiresIn(int seconds) {
		this.expiresIn = seconds;
		return this;
	}

	/**
	 * Set for how long WebFinger and metadata are fresh.
	 * @param seconds the {@code max-age}
	 * @return this provider
	 */
	public LoginProvider maxAge(int seconds) {
		this.maxAge = seconds;
		return this;
	}

	/**
	 * Change where the authorization endpoint redirects to.
	 * @param callback changes the URL
	 * @return this provider
	 */
	public LoginProvider callback(UnaryOperator<String> callback) {
		this.callback = callback;
		return this;
	}

	/**
	 * Change the metadata.
	 * @param metadata changes the document
	 * @return this provider
	 */
	public LoginProvider metadata(Consumer<Map<String, Object>> metadata) {
		this.metadata = metadata;
		return this;
	}

	/**
	 * Change the ID tokens.
	 * @param idToken changes the claims
	 * @return this provider
	 */
	public LoginProvider idToken(Consumer<Map<String, Object>> idToken) {
		this.idToken = idToken;
		return this;
	}

	/**
	 * Change the ID tokens after they were signed.
	 * @param signedIdToken changes the token
	 * @return this provider
	 */
	public LoginProvider signedIdToken(UnaryOperator<String> signedIdToken) {
		this.signedIdToken = signedIdToken;
		return this;
	}

	/**
	 * Change the answers of the token endpoint.
	 * @param tokens changes the answer
	 * @return this provider
	 */
	public LoginProvider tokens(Consumer<Map<String, Object>> tokens) {
		this.tokens = tokens;
		return this;
	}

	/**
	 * Let WebFinger name another provider.
	 * @param successor the other provider
	 * @return this provider
	 */
	public LoginProvider movedTo(LoginProvider successor) {
		this.successor = successor;
		return this;
	}

	/**
	 * Change the answers of the UserInfo endpoint.
	 * @param userInfo changes the claims
	 * @return this provider
	 */
	public LoginProvider userInfo(Consumer<Map<String, Object>> userInfo) {
		this.userInfo = userInfo;
		return this;
	}

	/**
	 * Answer the requests to the UserInfo endpoint by a JWT.
	 * @param signedUserInfo signs the claims
	 * @return this provider
	 */
	public LoginProvider signedUserInfo(Function<Map<String, Object>, String> signedUserInfo) {
		this.signedUserInfo = signedUserInfo;
		return this;
	}

	/**
	 * Publish keys before the one that tokens are signed with.
	 * @param keys the keys
	 * @return this provider
	 */
	public LoginProvider furtherKeys(RSAKey... keys) {
		this.furtherKeys = List.of(keys);
		return this;
	}

	/**
	 * Answer requests to an endpoint with a status code, until it is {@link #repair
	 * repaired}.
	 * @param endpoint how the path ends
	 * @param status the status code
	 * @return this provider
	 */
	public LoginProvider fail(String endpoint, int status) {
		this.broken.put(endpoint, status);
		return this;
	}

	/**
	 * Answer as usual again.
	 * @return this provider
	 */
	public LoginProvider repair() {
		this.broken.clear();
		return this;
	}

	/**
	 * Undo all that was changed, but for keys and tokens.
	 */
	public void reset() {
		repair().user("ann").expiresIn(300).maxAge(3600).callback((url) -> url).metadata((document) -> {
		}).idToken((claims) -> {
		}).signedIdToken((token) -> token).tokens((answer) -> {
		}).userInfo((claims) -> {
		});
		this.signedUserInfo = null;
		this.furtherKeys = List.of();
		this.successor = null;
		this.session = null;
	}

	/**
	 * Sign with another key from now on, and publish that one only.
	 */
	public void rotateKey() {
		this.key = key();
	}

	/**
	 * Return the identifier of the key that tokens are signed with.
	 * @return the identifier
	 */
	public String keyId() {
		return this.key.getKeyID();
	}

	/**
	 * Forget all refresh tokens.
	 */
	public void forgetRefreshTokens() {
		this.refreshTokens.clear();
	}

	/**
	 * Forget all access tokens.
	 */
	public void forgetAccessTokens() {
		this.accessTokens.clear();
	}

	/**
	 * Return the refresh tokens that are good.
	 * @return the tokens
	 */
	public Set<String> livingRefreshTokens() {
		return this.refreshTokens.keySet();
	}

	/**
	 * Return the requests to an endpoint.
	 * @param endpoint how the path ends
	 * @return the requests, the oldest first
	 */
	public List<Request> requests(String endpoint) {
		return this.requests.stream().filter((request) -> request.path().endsWith(endpoint)).toList();
	}

	/**
	 * Return a logout token for back-channel logout.
	 * @param sessionId the session that ended, the {@code sid} of an ID token
	 * @return the token
	 */
	public String logoutToken(String sessionId) {
		return logoutToken(sessionId, (claims) -> {
		});
	}

	/**
	 * Return a logout token for back-channel logout.
	 * @param sessionId the session that ended, the {@code sid} of an ID token
	 * @param changes changes the claims
	 * @return the token
	 */
	public String logoutToken(String sessionId, Consumer<Map<String, Object>> changes) {
		Instant now = this.clock.instant();
		Map<String, Object> claims = new LinkedHashMap<>();
		claims.put("iss", issuer());
		claims.put("aud", CLIENT_ID);
		claims.put("iat", now.getEpochSecond());
		claims.put("exp", now.plusSeconds(120).getEpochSecond());
		claims.put("jti", UUID.randomUUID().toString());
		claims.put("sid", sessionId);
		claims.put("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()));
		changes.accept(claims);
		return signed(claims, "logout+jwt");
	}

	private void handle(HttpExchange exchange) throws IOException {
		try (exchange) {
			Request request = Request.of(exchange);
			this.requests.add(request);
			Integer status = this.broken.entrySet()
				.stream()
				.filter((entry) -> request.path().endsWith(entry.getKey()))
				.map(Map.Entry::getValue)
				.findFirst()
				.orElse(null);
			send(exchange, (status != null) ? new Reply(status, Map.of(), "") : reply(request));
		}
	}

	private Reply reply(Request request) {
		String path = request.path();
		String endpoint = path.substring(path.lastIndexOf('/') + 1);
		return switch (endpoint) {
			case "webfinger" -> Reply.json(200, webFinger(), this.maxAge);
			case "openid-configuration" -> Reply.json(200, configuration(), this.maxAge);
			case "auth" -> authorize(request);
			case "keys" -> Reply.json(200, Map.of("keys", keys()), 0);
			case "userinfo" -> userInfo(request);
			case "revoke" -> revoke(request);
			case "logout" -> logout(request);
			default -> path.startsWith("/realms/") ? token(request) : call(request);
		};
	}

	private List<Map<String, Object>> keys() {
		return Stream.concat(this.furtherKeys.stream(), Stream.of(this.key))
			.map((key) -> key.toPublicJWK().toJSONObject())
			.toList();
	}

	private Map<String, Object> webFinger() {
		LoginProvider named = (this.successor != null) ? this.successor : this;
		return Map.of("subject", rootUrl() + "/v1/", "links",
				List.of(Map.of("rel", "http://openid.net/specs/connect/1.0/issuer", "href",
						named.issuer() + "/.well-known/openid-configuration")));
	}

	private Map<String, Object> configuration() {
		Map<String, Object> document = new LinkedHashMap<>();
		document.put("issuer", issuer());
		document.put("authorization_endpoint", issuer() + "/auth");
		document.put("token_endpoint", issuer() + "/token");
		document.put("jwks_uri", issuer() + "/keys");
		document.put("userinfo_endpoint", issuer() + "/userinfo");
		document.put("revocation_endpoint", issuer() + "/revoke");
		document.put("end_session_endpoint", issuer() + "/logout");
		document.put("id_token_signing_alg_values_supported", List.of("RS256"));
		document.put("authorization_response_iss_parameter_supported", true);
		this.metadata.accept(document);
		return document;
	}

	private Reply authorize(Request request) {
		String code = "code-" + this.issued.incrementAndGet();
		String shared = this.session;
		this.codes.put(code,
				new Grant(this.user, (shared != null) ? shared : UUID.randomUUID().toString(), request.parameters()));
		String location = request.parameter("redirect_uri") + "?code=" + code + "&state="
				+ encoded(request.parameter("state")) + "&iss=" + encoded(issuer());
		return Reply.redirect(this.callback.apply(location));
	}

	private Reply token(Request request) {
		if (!isClient(request)) {
			return Reply.error(401, "invalid_client");
		}
		if (request.parameter("grant_type").equals("client_credentials")) {
			return applicationToken();
		}
		boolean byCode = request.parameter("grant_type").equals("authorization_code");
		Grant grant = byCode ? this.codes.remove(request.parameter("code"))
				: this.refreshTokens.remove(request.parameter("refresh_token"));
		if (grant == null || (byCode && !grant.fits(request))) {
			return Reply.error(400, "invalid_grant");
		}
		int number = this.issued.incrementAndGet();
		String accessToken = "access-" + grant.user() + "-" + number;
		String refreshToken = "refresh-" + grant.user() + "-" + number;
		this.accessTokens.put(accessToken, grant);
		this.refreshTokens.put(refreshToken, grant);
		Map<String, Object> answer = new LinkedHashMap<>();
		answer.put("access_token", accessToken);
		answer.put("token_type", "Bearer");
		answer.put("expires_in", this.expiresIn);
		answer.put("refresh_token", refreshToken);
		answer.put("id_token", idToken(grant, accessToken, byCode));
		this.tokens.accept(answer);
		return Reply.json(200, answer, 0);
	}

	private Reply applicationToken() {
		String accessToken = "access-application-" + this.issued.incrementAndGet();
		this.accessTokens.put(accessToken, new Grant("application", "", Map.of()));
		return Reply.json(200,
				Map.of("access_token", accessToken, "token_type", "Bearer", "expires_in", this.expiresIn), 0);
	}

	private static boolean isClient(Request request) {
		String basic = Base64.getEncoder()
			.encodeToString((CLIENT_ID + ":" + CLIENT_SECRET).getBytes(StandardCharsets.UTF_8));
		return ("Basic " + basic).equals(request.authorization())
				|| request.parameter("client_secret").equals(CLIENT_SECRET);
	}

	private String idToken(Grant grant, String accessToken, boolean withNonce) {
		Instant now = this.clock.instant();
		Map<String, Object> claims = new LinkedHashMap<>();
		claims.put("iss", issuer());
		claims.put("sub", grant.user());
		claims.put("aud", CLIENT_ID);
		claims.put("iat", now.getEpochSecond());
		claims.put("exp", now.plusSeconds(300).getEpochSecond());
		claims.put("sid", grant.sessionId());
		claims.put("jti", UUID.randomUUID().toString());
		byte[] hash = sha256(accessToken);
		claims.put("at_hash", base64(Arrays.copyOf(hash, hash.length / 2)));
		String nonce = grant.request().get("nonce");
		if (withNonce && nonce != null) {
			claims.put("nonce", nonce);
		}
		this.idToken.accept(claims);
		return this.signedIdToken.apply(signed(claims, "JWT"));
	}

	/**
	 * Return a token that is signed with the published key.
	 * @param claims the claims
	 * @param type the type in its header
	 * @return the token
	 */
	public String signed(Map<String, Object> claims, String type) {
		return signed(claims, type, this.key);
	}

	/**
	 * Return a token with the same claims whose header names no key.
	 * @param token the token
	 * @return the token, signed with the published key
	 */
	public String withoutKeyId(String token) {
		return signed(claims(token), "JWT", new RSAKey.Builder(this.key).keyID(null).build());
	}

	/**
	 * Return the claims of a token.
	 * @param token the token
	 * @return the claims
	 */
	public static Map<String, Object> claims(String token) {
		try {
			return JWSObject.parse(token).getPayload().toJSONObject();
		}
		catch (ParseException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return a token.
	 * @param claims the claims
	 * @param type the type in its header
	 * @param signing the key that it is signed with
	 * @return the token
	 */
	public static String signed(Map<String, Object> claims, String type, RSAKey signing) {
		try {
			JWSObject jws = new JWSObject(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(signing.getKeyID())
				.type(new JOSEObjectType(type))
				.build(), new Payload(claims));
			jws.sign(new RSASSASigner(signing));
			return jws.serialize();
		}
		catch (JOSEException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Reply userInfo(Request request) {
		Grant grant = this.accessTokens.get(request.bearer());
		if (grant == null) {
			return Reply.error(401, "invalid_token");
		}
		Map<String, Object> claims = new LinkedHashMap<>();
		claims.put("sub", grant.user());
		this.userInfo.accept(claims);
		Function<Map<String, Object>, String> signed = this.signedUserInfo;
		return (signed != null) ? new Reply(200, Map.of("Content-Type", "application/jwt"), signed.apply(claims))
				: Reply.json(200, claims, 0);
	}

	private Reply revoke(Request request) {
		Grant revoked = this.refreshTokens.remove(request.parameter("token"));
		if (revoked != null) {
			this.refreshTokens.values().removeIf(revoked::sharesSession);
			this.accessTokens.values().removeIf(revoked::sharesSession);
		}
		return Reply.json(200, Map.of(), 0);
	}

	private Reply logout(Request request) {
		return Reply.redirect(request.parameters().getOrDefault("post_logout_redirect_uri", rootUrl() + "/"));
	}

	private Reply call(Request request) {
		Grant grant = this.accessTokens.get(request.bearer());
		return (grant != null) ? Reply.json(200, Map.of("user", grant.user(), "token", request.bearer()), 0)
				: Reply.error(401, "invalid_token");
	}

	private static void send(HttpExchange exchange, Reply reply) throws IOException {
		byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
		reply.headers().forEach(exchange.getResponseHeaders()::set);
		exchange.sendResponseHeaders(reply.status(), (body.length > 0) ? body.length : -1);
		if (body.length > 0) {
			exchange.getResponseBody().write(body);
		}
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private static byte[] sha256(String text) {
		try {
			return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String base64(byte[] bytes) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
	}

	/**
	 * A request.
	 *
	 * @param method the method
	 * @param path the path
	 * @param parameters the parameters of query and form
	 * @param authorization the {@code Authorization} header
	 */
	public record Request(String method, String path, Map<String, String> parameters, @Nullable String authorization) {

		static Request of(HttpExchange exchange) throws IOException {
			Map<String, String> parameters = new LinkedHashMap<>();
			read(parameters, exchange.getRequestURI().getRawQuery());
			read(parameters, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
			return new Request(exchange.getRequestMethod(), exchange.getRequestURI().getPath(), parameters,
					exchange.getRequestHeaders().getFirst("Authorization"));
		}

		private static void read(Map<String, String> parameters, @Nullable String text) {
			for (String pair : (text != null) ? text.split("&") : new String[0]) {
				int equals = pair.indexOf('=');
				if (equals > 0) {
					parameters.put(URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
							URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
				}
			}
		}

		/**
		 * Return a parameter.
		 * @param name its name
		 * @return its value, empty if it is missing
		 */
		public String parameter(String name) {
			return this.parameters.getOrDefault(name, "");
		}

		/**
		 * Return the access token.
		 * @return the token, empty if there is none
		 */
		public String bearer() {
			String header = this.authorization;
			return (header != null && header.startsWith("Bearer ")) ? header.substring(7) : "";
		}

	}

	private record Grant(String user, String sessionId, Map<String, String> request) {

		boolean sharesSession(Grant other) {
			return this.sessionId.equals(other.sessionId);
		}

		boolean fits(Request token) {
			String challenge = this.request.get("code_challenge");
			return token.parameter("redirect_uri").equals(this.request.get("redirect_uri")) && challenge != null
					&& challenge.equals(base64(sha256(token.parameter("code_verifier"))));
		}

	}

	private record Reply(int status, Map<String, String> headers, String body) {

		static Reply json(int status, Map<String, ?> body, int maxAge) {
			return new Reply(status, Map.of("Content-Type", "application/json", "Cache-Control",
					(maxAge > 0) ? "max-age=" + maxAge : "no-store"), JSONObjectUtils.toJSONString(body));
		}

		static Reply error(int status, String error) {
			return json(status, Map.of("error", error), 0);
		}

		static Reply redirect(String location) {
			return new Reply(302, Map.of("Location", location), "");
		}

	}

}
