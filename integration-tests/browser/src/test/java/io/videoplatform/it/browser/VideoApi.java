package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.databind.json.JsonMapper;

/**
 * The platform's API with WebFinger: it names a provider, and lets scripts of one page
 * call it.
 */
final class VideoApi implements AutoCloseable {

	private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

	private static final Pattern CONTENT = Pattern.compile("/v1/videos/([^/]+)/content");

	private final JsonMapper mapper = new JsonMapper();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, Content> contents = new ConcurrentHashMap<>();

	private final List<String> tokens = new CopyOnWriteArrayList<>();

	private final URI root;

	private final URI page;

	private final URI issuer;

	private final Predicate<String> tokenCheck;

	private final HttpServer server;

	VideoApi(URI root, URI page, URI issuer, Predicate<String> tokenCheck) {
		this.root = root;
		this.page = page;
		this.issuer = issuer;
		this.tokenCheck = tokenCheck;
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not listen", ex);
		}
		this.server.createContext("/.well-known/webfinger", this::webFinger);
		this.server.createContext("/v1/", this::api);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	URI uri() {
		return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort());
	}

	boolean isGood(String token) {
		return this.tokenCheck.test(token);
	}

	/**
	 * Keeps a video.
	 */
	void add(String id, String contentType, byte[] bytes) {
		this.contents.put(id, new Content(contentType, bytes));
	}

	/**
	 * Returns the tokens with which it was called, good or bad.
	 */
	List<String> tokens() {
		return List.copyOf(this.tokens);
	}

	/**
	 * Returns the token with which it was called last, good or bad.
	 */
	String lastToken() {
		return this.tokens.get(this.tokens.size() - 1);
	}

	@Override
	public void close() {
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	private void webFinger(HttpExchange exchange) throws IOException {
		String api = this.root + "/v1/";
		String issuerUrl = this.issuer.toString();
		int realm = issuerUrl.indexOf("/realms/");
		exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
		send(exchange, 200, "application/jrd+json",
				json(Map.of("subject", api, "properties",
						Map.of(api + "keycloak/realm", issuerUrl.substring(realm + "/realms/".length()),
								api + "keycloak/auth-server-url", issuerUrl.substring(0, realm)),
						"links", List.of(Map.of("rel", "http://openid.net/specs/connect/1.0/issuer", "href",
								issuerUrl + "/.well-known/openid-configuration")))));
	}

	private void api(HttpExchange exchange) throws IOException {
		exchange.getResponseHeaders().set("Vary", "Origin");
		if (this.page.toString().equals(exchange.getRequestHeaders().getFirst("Origin"))) {
			exchange.getResponseHeaders().set("Access-Control-Allow-Origin", this.page.toString());
			exchange.getResponseHeaders().set("Access-Control-Allow-Headers", "Authorization");
		}
		byte[] body = exchange.getRequestBody().readAllBytes();
		if (exchange.getRequestMethod().equals("OPTIONS")) {
			send(exchange, 204, "text/plain", new byte[0]);
		}
		else if (isAllowed(exchange)) {
			respond(exchange, body);
		}
		else {
			exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer error=\"invalid_token\"");
			send(exchange, 401, "text/plain", new byte[0]);
		}
	}

	private boolean isAllowed(HttpExchange exchange) {
		String header = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Authorization"), "");
		if (!header.startsWith("Bearer ")) {
			return false;
		}
		String token = header.substring("Bearer ".length());
		this.tokens.add(token);
		return this.tokenCheck.test(token);
	}

	private void respond(HttpExchange exchange, byte[] body) throws IOException {
		String path = exchange.getRequestURI().getPath();
		Matcher content = CONTENT.matcher(path);
		if (content.matches() && exchange.getRequestMethod().equals("PUT")) {
			add(content.group(1), exchange.getRequestHeaders().getFirst("Content-Type"), body);
			send(exchange, 200, "application/json", json(Map.of("id", content.group(1))));
		}
		else if (content.matches()) {
			sendContent(exchange, this.contents.get(content.group(1)));
		}
		else if (exchange.getRequestMethod().equals("POST")) {
			send(exchange, 201, "application/json", json(Map.of("id", "uploaded", "title", "Uploaded")));
		}
		else if (path.equals("/v1/collections")) {
			send(exchange, 200, "application/json",
					json(Map.of("items", List.of(Map.of("id", "films", "title", "Films")))));
		}
		else {
			send(exchange, 200, "application/json",
					json(Map.of("items",
							this.contents.keySet()
								.stream()
								.sorted()
								.map((id) -> Map.of("id", id, "title", "Video " + id))
								.toList())));
		}
	}

	private static void sendContent(HttpExchange exchange, Content content) throws IOException {
		Matcher range = RANGE.matcher(Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Range"), ""));
		int length = content.bytes().length;
		exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
		exchange.getResponseHeaders().set("Set-Cookie", "api=of-no-use-to-others");
		int from = range.matches() ? Integer.parseInt(range.group(1)) : 0;
		if (from >= length) {
			exchange.getResponseHeaders().set("Content-Range", "bytes */" + length);
			send(exchange, 416, "text/plain", new byte[0]);
		}
		else if (range.matches()) {
			int to = range.group(2).isEmpty() ? length - 1 : Math.min(Integer.parseInt(range.group(2)), length - 1);
			exchange.getResponseHeaders().set("Content-Range", "bytes %d-%d/%d".formatted(from, to, length));
			send(exchange, 206, content.type(), Arrays.copyOfRange(content.bytes(), from, to + 1));
		}
		else {
			send(exchange, 200, content.type(), content.bytes());
		}
	}

	private byte[] json(Map<String, ?> members) {
		return this.mapper.writeValueAsString(members).getBytes(StandardCharsets.UTF_8);
	}

	private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
		try (HttpExchange closed = exchange) {
			boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
			closed.getResponseHeaders().set("Content-Type", type);
			closed.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
			closed.sendResponseHeaders(status, hasBody ? body.length : -1);
			if (hasBody) {
				closed.getResponseBody().write(body);
			}
		}
	}

	/**
	 * What a video consists of.
	 */
	private record Content(String type, byte[] bytes) {

	}

}
