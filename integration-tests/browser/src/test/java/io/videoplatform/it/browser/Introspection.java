package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import io.videoplatform.it.keycloak.Realm;
import tools.jackson.databind.json.JsonMapper;

/**
 * Introspects a token at Keycloak, in the name of an issuer behind a front.
 */
final class Introspection {

	private static final String CREDENTIALS = Base64.getEncoder()
		.encodeToString("platform-api:platform-api-secret".getBytes(StandardCharsets.US_ASCII));

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final JsonMapper mapper = new JsonMapper();

	private final Realm realm;

	private final URI provider;

	Introspection(Realm realm, URI provider) {
		this.realm = realm;
		this.provider = provider;
	}

	boolean isGood(String token) {
		HttpRequest request = HttpRequest
			.newBuilder(URI.create(this.realm.issuer() + "/protocol/openid-connect/token/introspect"))
			.header("X-Forwarded-Host", this.provider.getAuthority())
			.header("X-Forwarded-Port", String.valueOf(this.provider.getPort()))
			.header("X-Forwarded-Proto", "https")
			.header("Authorization", "Basic " + CREDENTIALS)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("token=" + URLEncoder.encode(token, StandardCharsets.UTF_8)))
			.build();
		try {
			HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
			return this.mapper.readTree(response.body()).path("active").asBoolean();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No response of Keycloak's introspection", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while calling Keycloak", ex);
		}
	}

}
