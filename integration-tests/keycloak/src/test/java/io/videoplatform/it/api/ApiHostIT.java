package io.videoplatform.it.api;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.keycloak.TokenClient;
import io.videoplatform.it.keycloak.TokenResponse;
import io.videoplatform.it.proxy.TokenEndpointProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link ApiHost}.
 */
class ApiHostIT {

	@RegisterExtension
	static final RealmExtension platform = new RealmExtension();

	private final HttpClient client = HttpClient.newHttpClient();

	private final Realm realm = platform.realm();

	private TokenEndpointProxy proxy;

	private URI issuer;

	private ApiHost host;

	@BeforeEach
	void startHost() {
		this.proxy = TokenEndpointProxy.inFrontOf(this.realm.keycloak().uri());
		this.issuer = this.realm.issuer(this.proxy.uri());
		this.host = ApiHost.naming(this.realm, this.issuer);
	}

	@AfterEach
	void stopHost() {
		this.host.close();
		this.proxy.close();
	}

	@Test
	void webFingerWhenItsResourceIsRequestedThenLinksProviderOnOtherHost() throws Exception {
		HttpResponse<String> response = webFinger(this.host.rootUrl() + "/v1/");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("application/jrd+json");
		assertThat(response.headers().firstValue("Cache-Control")).hasValue("max-age=3600");
		JsonNode link = new JsonMapper().readTree(response.body()).path("links").path(1);
		assertThat(link.path("rel").asString()).isEqualTo("http://openid.net/specs/connect/1.0/issuer");
		HttpResponse<String> document = send(HttpRequest.newBuilder(URI.create(link.path("href").asString())));
		assertThat(new JsonMapper().readTree(document.body()).path("issuer").asString())
			.isEqualTo(this.issuer.toString());
		assertThat(this.issuer.getHost()).isNotEqualTo(this.host.rootUrl().getHost());
	}

	@Test
	void webFingerWhenOtherResourceThenNotFound() throws Exception {
		assertThat(webFinger(this.host.rootUrl() + "/v1").statusCode()).isEqualTo(404);
	}

	@Test
	void webFingerWhenNoResourceThenBadRequest() throws Exception {
		URI uri = this.host.rootUrl().resolve("/.well-known/webfinger");
		assertThat(send(HttpRequest.newBuilder(uri)).statusCode()).isEqualTo(400);
	}

	@Test
	void webFingerWhenCredentialsThenCounted() throws Exception {
		URI uri = this.host.rootUrl().resolve("/.well-known/webfinger");
		send(HttpRequest.newBuilder(uri).header("Authorization", "Bearer x"));
		assertThat(this.host.counts().webFinger()).isEqualTo(1);
		assertThat(this.host.counts().webFingerWithCredentials()).isEqualTo(1);
	}

	@Test
	void webFingerWhenChangedThenNewResponse() throws Exception {
		WebFinger changed = WebFinger.linkingIssuer(this.host.rootUrl(), this.issuer);
		this.host.webFinger(changed.withStatus(503).withHeader("Retry-After", "7"));
		HttpResponse<String> response = webFinger(this.host.rootUrl() + "/v1/");
		assertThat(response.statusCode()).isEqualTo(503);
		assertThat(response.headers().firstValue("Retry-After")).hasValue("7");
		assertThat(response.body()).contains("\"" + this.issuer + "\"");
	}

	@Test
	void apiWhenTokenIsValidThenSuccess() throws Exception {
		HttpResponse<String> response = call(login().accessToken());
		assertThat(response.statusCode()).isEqualTo(200);
		JsonNode json = new JsonMapper().readTree(response.body());
		assertThat(json.path("username").asString()).isEqualTo(Realm.USERNAME);
		assertThat(json.path("path").asString()).isEqualTo("/v1/videos");
		assertThat(this.host.counts().accepted()).isEqualTo(1);
	}

	@Test
	void apiWhenServiceTokenIsValidThenSuccess() throws Exception {
		TokenResponse response = new TokenClient(this.issuer).clientCredentials("platform-service",
				"platform-service-secret");
		assertThat(call(response.accessToken()).statusCode()).isEqualTo(200);
	}

	@Test
	void apiWhenSessionHasEndedThenUnauthorized() throws Exception {
		String token = login().accessToken();
		this.realm.endAllSessions();
		HttpResponse<String> response = call(token);
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_token\"");
		assertThat(this.host.counts().unauthorized()).isEqualTo(1);
		assertThat(this.host.counts().withoutToken()).isZero();
	}

	@Test
	void apiWhenNoTokenThenUnauthorizedAndCounted() throws Exception {
		this.host.challenge(null);
		HttpResponse<String> response = send(HttpRequest.newBuilder(this.host.rootUrl().resolve("/v1/videos")));
		assertThat(response.statusCode()).isEqualTo(401);
		assertThat(response.headers().firstValue("WWW-Authenticate")).isEmpty();
		assertThat(this.host.counts().withoutToken()).isEqualTo(1);
	}

	@Test
	void apiWhenTokenOfOtherIssuerThenUnauthorized() throws Exception {
		TokenResponse response = this.realm.tokens().password(Realm.USERNAME, Realm.PASSWORD);
		assertThat(call(response.accessToken()).statusCode()).isEqualTo(401);
	}

	@Test
	void apiWhenSignatureIsCheckedThenNeedsNoKeycloak() throws Exception {
		this.host.tokenCheck(TokenCheck.bySignature(this.realm, this.issuer));
		String token = login().accessToken();
		this.realm.endAllSessions();
		assertThat(call(token).statusCode()).isEqualTo(200);
		assertThat(call(token.substring(0, token.length() - 8)).statusCode()).isEqualTo(401);
		assertThat(call(this.realm.tokens().password(Realm.USERNAME, Realm.PASSWORD).accessToken()).statusCode())
			.isEqualTo(401);
	}

	@Test
	void apiWhenEverythingIsRefusedThenUnauthorized() throws Exception {
		this.host.tokenCheck((token) -> Optional.empty());
		assertThat(call(login().accessToken()).statusCode()).isEqualTo(401);
	}

	@Test
	void stopWhenStartedAgainThenSamePort() throws Exception {
		String token = login().accessToken();
		this.host.stop();
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> call(token));
		this.host.start();
		assertThat(call(token).statusCode()).isEqualTo(200);
	}

	private TokenResponse login() {
		return new TokenClient(this.issuer).password(Realm.USERNAME, Realm.PASSWORD);
	}

	private HttpResponse<String> call(String token) throws IOException, InterruptedException {
		return send(HttpRequest.newBuilder(this.host.rootUrl().resolve("/v1/videos"))
			.header("Authorization", "Bearer " + token));
	}

	private HttpResponse<String> webFinger(String resource) throws IOException, InterruptedException {
		String query = "?resource=" + URLEncoder.encode(resource, StandardCharsets.UTF_8);
		return send(HttpRequest.newBuilder(this.host.rootUrl().resolve("/.well-known/webfinger" + query)));
	}

	private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
		return this.client.send(request.build(), BodyHandlers.ofString());
	}

}
