package io.videoplatform.it.webdriver;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The response to a request for a page, a redirect included, as the browser saw it.
 *
 * @param url the page
 * @param status the HTTP status
 * @param headers the headers of the response, with lower-case names
 * @since 0.1.0
 */
public record Exchange(URI url, int status, Map<String, String> headers) {

	/**
	 * Reads an event of the DevTools protocol.
	 * @param event the event
	 * @return the response that it describes, {@code null} if it describes none
	 */
	static @Nullable Exchange of(JsonNode event) {
		JsonNode params = event.path("params");
		if (!"Document".equals(params.path("type").asString(""))) {
			return null;
		}
		return switch (event.path("method").asString("")) {
			case "Network.responseReceived" -> read(params.path("response"));
			case "Network.requestWillBeSent" ->
				params.has("redirectResponse") ? read(params.path("redirectResponse")) : null;
			default -> null;
		};
	}

	/**
	 * Returns a header of the response.
	 * @param name the header's name
	 * @return its value, empty if there is none
	 */
	public Optional<String> header(String name) {
		return Optional.ofNullable(this.headers.get(name.toLowerCase(Locale.ROOT)));
	}

	/*
	 * Pages of Chromium's own, as that of a new tab, come from nowhere.
	 */
	private static @Nullable Exchange read(JsonNode response) {
		if (!response.path("url").asString("").startsWith("http")) {
			return null;
		}
		Map<String, String> headers = new TreeMap<>();
		response.path("headers")
			.propertyStream()
			.forEach((header) -> headers.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue().asString()));
		return new Exchange(URI.create(response.path("url").asString()), response.path("status").asInt(), headers);
	}

}
