package io.videoplatform.it.api;

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
import java.util.Optional;

import io.videoplatform.it.keycloak.Realm;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls Keycloak's introspection endpoint (RFC 7662) as the client {@code platform-api}.
 */
final class IntrospectionCheck implements TokenCheck {

	private static final String CREDENTIALS = Base64.getEncoder()
		.encodeToString("platform-api:platform-api-secret".getBytes(StandardCharsets.US_ASCII));

	private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final JsonMapper mapper = new JsonMapper();

	private final URI endpoint;

	private final URI issuer;

	IntrospectionCheck(Realm realm, URI issuer) {
		this.endpoint = URI.create(realm.issuer() + "/protocol/openid-connect/token/introspect");
		this.issuer = issuer;
	}

	@Override
	public Optional<String> usernameOf(String token) {
		JsonNode response = this.mapper.readTree(introspect(token));
		return response.path("active").asBoolean() ? Optional.of(response.path("username").asString())
				: Optional.empty();
	}

	private String introspect(String token) {
		HttpRequest request = HttpRequest.newBuilder(this.endpoint)
			.header("X-Forwarded-Host", this.issuer.getAuthority())
			.header("X-Forwarded-Port", String.valueOf(this.issuer.getPort()))
			.header("X-Forwarded-Proto", this.issuer.getScheme())
			.header("Authorization", "Basic " + CREDENTIALS)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers.ofString("token=" + URLEncoder.encode(token, StandardCharsets.UTF_8)))
			.build();
		try {
			HttpResponse<String> response = this.client.send(request, BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException("Keycloak's introspection responded with " + response.statusCode());
			}
			return response.body();
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
