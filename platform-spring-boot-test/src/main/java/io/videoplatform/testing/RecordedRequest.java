package io.videoplatform.testing;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * A request that a {@link TestServer} has received.
 */
public record RecordedRequest(String method, String uri, HttpHeaders headers, byte[] content) {

	/**
	 * Return the body as text.
	 */
	public String body() {
		return new String(this.content, StandardCharsets.UTF_8);
	}

	/**
	 * Return the path.
	 */
	public String path() {
		return this.uri.split("\\?", 2)[0];
	}

	/**
	 * Return the parameters of query and form.
	 */
	public Map<String, String> parameters() {
		Map<String, String> parameters = new LinkedHashMap<>();
		int query = this.uri.indexOf('?');
		read((query >= 0) ? this.uri.substring(query + 1) : "", parameters::put);
		parameters.putAll(form());
		return parameters;
	}

	/**
	 * Return the parameters of the form.
	 */
	public Map<String, String> form() {
		Map<String, String> parameters = new LinkedHashMap<>();
		read(body(), parameters::put);
		return parameters;
	}

	/**
	 * Return the parameters of the form with all of their values.
	 */
	public MultiValueMap<String, String> formValues() {
		MultiValueMap<String, String> values = new LinkedMultiValueMap<>();
		read(body(), values::add);
		return values;
	}

	Map<String, String> credentials() {
		Map<String, String> parameters = form();
		String authorization = authorization();
		if (authorization != null) {
			parameters.put(HttpHeaders.AUTHORIZATION, authorization);
		}
		return parameters;
	}

	/**
	 * Return a parameter of query or form.
	 */
	public String parameter(String name) {
		return parameters().getOrDefault(name, "");
	}

	/**
	 * Return a header.
	 */
	public String header(String name) {
		return Objects.requireNonNullElse(this.headers.getFirst(name), "");
	}

	/**
	 * Return the {@code Authorization} header.
	 */
	public @Nullable String authorization() {
		return this.headers.getFirst(HttpHeaders.AUTHORIZATION);
	}

	/**
	 * Return how the client authenticates (RFC 7591, section 2), as far as the request
	 * shows it.
	 */
	public String clientAuthenticationMethod() {
		if (header(HttpHeaders.AUTHORIZATION).startsWith("Basic ")) {
			return "client_secret_basic";
		}
		if (form().containsKey("client_assertion")) {
			return "private_key_jwt";
		}
		return form().containsKey("client_secret") ? "client_secret_post" : "none";
	}

	/**
	 * Return the access token (RFC 6750, section 2.1).
	 */
	public String bearer() {
		String value = header(HttpHeaders.AUTHORIZATION);
		return value.startsWith("Bearer ") ? value.substring("Bearer ".length()) : "";
	}

	private static void read(String text, BiConsumer<String, String> parameters) {
		for (String pair : text.split("&")) {
			int equals = pair.indexOf('=');
			if (equals > 0) {
				parameters.accept(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
			}
		}
	}

	/**
	 * Decode a name or a value of a form. What cannot be decoded stays as it was sent.
	 */
	static String decode(String text) {
		try {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			return text;
		}
	}

}
