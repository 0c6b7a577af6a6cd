package io.videoplatform.test;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;
import org.springframework.web.util.UriComponentsBuilder;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.binaryEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What the mock refuses, and what it shows, to any HTTP client.
 */
@ExtendWith(MockPlatformExtension.class)
class MockPlatformTests {

	/**
	 * RFC 7636, appendix B, with its challenge.
	 */
	private static final String CODE_VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

	private static final String CODE_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

	private final RestClient http = RestClient.builder().defaultStatusHandler((status) -> true, (request, response) -> {
	}).build();

	private static Map<String, String> properties(MockPlatform platform) {
		return Arrays.stream(platform.properties())
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((parts) -> parts[0], (parts) -> parts[1]));
	}

	@SuppressWarnings("unchecked")
	private ResponseEntity<Map<String, Object>> token(MockPlatform platform, String... parameters) {
		Map<String, String> properties = properties(platform);
		MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
		form.add("client_id", properties.get("platform.client-id"));
		form.add("client_secret", properties.get("platform.client-secret"));
		form.add("username", properties.get("platform.username"));
		form.add("password", properties.get("platform.password"));
		for (String parameter : parameters) {
			String[] parts = parameter.split("=", 2);
			form.set(parts[0], parts[1]);
		}
		return (ResponseEntity<Map<String, Object>>) (ResponseEntity<?>) this.http.post()
			.uri(platform.issuer() + "/token")
			.body(form)
			.retrieve()
			.toEntity(Map.class);
	}

	private static String member(ResponseEntity<Map<String, Object>> response, String name) {
		assertThat(response.getBody()).containsKey(name);
		return String.valueOf(response.getBody().get(name));
	}

	@ParameterizedTest
	@CsvSource({ "client_secret=wrong, invalid_client", "client_id=other, invalid_client",
			"password=wrong, invalid_grant", "username=other, invalid_grant" })
	void tokenWhenCredentialsAreWrongThenRefused(String wrong, String error, MockPlatform platform) {
		assertThat(member(token(platform, "grant_type=password", wrong), "error")).isEqualTo(error);
		assertThat(platform.tokenRequests()).singleElement()
			.satisfies((request) -> assertThat(request.status()).isBetween(400, 401));
	}

	@ParameterizedTest
	@ValueSource(strings = { "response_type=token&redirect_uri=http://localhost/login",
			"redirect_uri=http://localhost/login", "response_type=code",
			"response_type=code&client_id=other&redirect_uri=http://localhost/login" })
	void authorizeWhenRequestIsInvalidThenRefused(String parameters, MockPlatform platform) {
		String client = properties(platform).get("platform.client-id");
		assertThat(this.http.get()
			.uri(URI.create(platform.issuer() + "/auth?client_id=" + client + "&" + parameters))
			.retrieve()
			.toBodilessEntity()
			.getStatusCode()
			.value()).isEqualTo(400);
	}

	@Test
	void tokenWhenRefreshTokenHasExpiredThenRefused(MockPlatform platform) {
		String refreshToken = member(token(platform, "grant_type=password"), "refresh_token");
		platform.advance(Duration.ofMinutes(30));
		assertThat(token(platform, "grant_type=refresh_token", "refresh_token=" + refreshToken).getStatusCode().value())
			.isEqualTo(200);
		platform.advance(Duration.ofMinutes(31));
		assertThat(member(token(platform, "grant_type=refresh_token", "refresh_token=" + refreshToken), "error"))
			.isEqualTo("invalid_grant");
	}

	@Test
	void tokenWhenRefreshTokensRotateThenAcceptedOnce(MockPlatform platform) {
		platform.rotateRefreshTokens();
		String refreshToken = member(token(platform, "grant_type=password"), "refresh_token");
		String next = member(token(platform, "grant_type=refresh_token", "refresh_token=" + refreshToken),
				"refresh_token");
		assertThat(member(token(platform, "grant_type=refresh_token", "refresh_token=" + refreshToken), "error"))
			.isEqualTo("invalid_grant");
		// A token that comes again ends its session
		assertThat(member(token(platform, "grant_type=refresh_token", "refresh_token=" + next), "error"))
			.isEqualTo("invalid_grant");
	}

	@Test
	void configurationWhenReadBySpringSecurityThenAllIsThereThatItRequires(MockPlatform platform) {
		ClientRegistration registration = ClientRegistrations.fromOidcIssuerLocation(platform.issuer())
			.clientId("another")
			.build();
		assertThat(registration.getProviderDetails().getTokenUri()).isEqualTo(platform.issuer() + "/token");
	}

	@Test
	void tokenWhenParametersAreNoSecretsThenRecorded(MockPlatform platform) {
		MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
		form.add("grant_type", "password");
		form.add("username", properties(platform).get("platform.username"));
		form.add("password", properties(platform).get("platform.password"));
		form.add("resource", "https://a.example");
		form.add("resource", "https://b.example");
		assertThat(tokenByBasic(platform, form).getStatusCode().value()).isEqualTo(200);
		assertThat(platform.tokenRequests()).singleElement().satisfies((request) -> {
			assertThat(request.parameters()).containsOnlyKeys("username", "resource");
			assertThat(request.parameters().get("resource")).containsExactly("https://a.example", "https://b.example");
			assertThatException().isThrownBy(() -> request.parameters().add("resource", "https://c.example"));
		});
	}

	@Test
	void tokenWhenCodeHasExpiredThenRefused(MockPlatform platform) {
		assertThat(redeem(platform, Duration.ofSeconds(30)).getStatusCode().value()).isEqualTo(200);
		assertThat(redeem(platform, Duration.ofSeconds(60)).getBody()).contains("invalid_grant");
	}

	private ResponseEntity<String> redeem(MockPlatform platform, Duration later) {
		URI location = this.http.get()
			.uri(platform.issuer()
					+ "/auth?response_type=code&client_id={client}&redirect_uri={redirect}&code_challenge={challenge}",
					properties(platform).get("platform.client-id"), "http://localhost/login", CODE_CHALLENGE)
			.retrieve()
			.toBodilessEntity()
			.getHeaders()
			.getLocation();
		platform.advance(later);
		MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
		form.add("grant_type", "authorization_code");
		form.add("redirect_uri", "http://localhost/login");
		form.add("code_verifier", CODE_VERIFIER);
		form.addAll("code", UriComponentsBuilder.fromUri(location).build().getQueryParams().get("code"));
		return tokenByBasic(platform, form);
	}

	private ResponseEntity<String> tokenByBasic(MockPlatform platform, MultiValueMap<String, String> form) {
		Map<String, String> properties = properties(platform);
		return this.http.post()
			.uri(platform.issuer() + "/token")
			.headers((headers) -> headers.setBasicAuth(properties.get("platform.client-id"),
					properties.get("platform.client-secret")))
			.body(form)
			.retrieve()
			.toEntity(String.class);
	}

	@Test
	void apiWhenWireMockMatchesTheBodyThenItsResponse(MockPlatform platform) {
		platform.stubFor(post(urlPathEqualTo("/v1/videos")).withRequestBody(equalToJson("{\"title\":\"Intro\"}"))
			.willReturn(status(201)));
		String token = member(token(platform, "grant_type=password"), "access_token");
		assertThat(create(platform, token, "{\"title\": \"Intro\"}")).isEqualTo(201);
		assertThat(create(platform, token, "{\"title\": \"Outro\"}")).isEqualTo(404);
		assertThat(create(platform, "another", "{\"title\": \"Intro\"}")).isEqualTo(401);
		assertThat(platform.apiRequests()).extracting(ApiRequest::authorized).containsExactly(true, true, false);
		assertThat(platform.apiRequests()).first().satisfies((request) -> {
			assertThat(request.body()).contains("Intro");
			assertThat(request.query()).isEqualTo("draft=true");
			assertThat(request.headers().getFirst("X-Trace")).isEqualTo("1");
		});
		assertThat(platform.apiRequests().toString() + platform.tokenRequests()).doesNotContain(token, "another");
	}

	private int create(MockPlatform platform, String token, String json) {
		return this.http.post()
			.uri(platform.rootUrl() + "/v1/videos?draft=true")
			.header(HttpHeaders.AUTHORIZATION, "Bearer " + token)
			.header("X-Trace", "1")
			.body(json)
			.retrieve()
			.toBodilessEntity()
			.getStatusCode()
			.value();
	}

	@Test
	void apiWhenBodiesAreBinaryThenTheSameBytes(MockPlatform platform) {
		byte[] bytes = { 0, (byte) 0xff, (byte) 0xc3, 0x28, '\r', (byte) 0x80 };
		platform.stub("videos/1/content", "video/mp4", bytes);
		platform.stubFor(post(urlPathEqualTo("/v1/videos")).withRequestBody(binaryEqualTo(bytes))
			.willReturn(aResponse().withBody(bytes)));
		String token = member(token(platform, "grant_type=password"), "access_token");
		ResponseEntity<byte[]> content = this.http.get()
			.uri(platform.rootUrl() + "/v1/videos/1/content")
			.header(HttpHeaders.AUTHORIZATION, "Bearer " + token)
			.retrieve()
			.toEntity(byte[].class);
		assertThat(content.getBody()).isEqualTo(bytes);
		assertThat(content.getHeaders().getContentType()).hasToString("video/mp4");
		assertThat(this.http.post()
			.uri(platform.rootUrl() + "/v1/videos")
			.header(HttpHeaders.AUTHORIZATION, "Bearer " + token)
			.body(bytes)
			.retrieve()
			.body(byte[].class)).isEqualTo(bytes);
		assertThat(platform.apiRequests()).last().extracting(ApiRequest::content).isEqualTo(bytes);
	}

	@Test
	void goDownThenConnectionsAreRefusedAndThePortStaysInUse(MockPlatform platform) throws IOException {
		int port = URI.create(platform.rootUrl()).getPort();
		platform.goDown().goDown();
		assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(port));
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> listen(port));
		platform.comeBack();
		connect(port);
		assertThatExceptionOfType(BindException.class).isThrownBy(() -> listen(port));
	}

	private static void connect(int port) throws IOException {
		new Socket("127.0.0.1", port).close();
	}

	/**
	 * As another process does that has not been told of the port.
	 */
	private static void listen(int port) throws IOException {
		try (ServerSocket socket = new ServerSocket()) {
			socket.setReuseAddress(false);
			socket.bind(new InetSocketAddress("127.0.0.1", port));
		}
	}

	@Test
	void advanceWhenBackwardsThenRefused(MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.advance(Duration.ofSeconds(-1)));
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 0, 200, 302, 399, 600, 1000 })
	void failWhenStatusIsNoFailureThenRefused(int status, MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.api().fail(status))
			.withMessageContaining(String.valueOf(status));
		assertThatIllegalArgumentException().isThrownBy(() -> platform.api().failNext(status))
			.withMessageContaining(String.valueOf(status));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "invalid\r\nclient", "in\"valid", "in\\valid", "ungültig" })
	void failWhenErrorIsNoCodeThenRefused(String error, MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.api().fail(error)).withMessageContaining(error);
		assertThatIllegalArgumentException().isThrownBy(() -> platform.tokenEndpoint().failNext(error))
			.withMessageContaining(error);
	}

	@ParameterizedTest
	@ValueSource(strings = { "sub", "iss", "aud", "exp", "sid", "nonce" })
	void userWhenClaimBelongsToProtocolThenRefused(String claim, MockPlatform platform) {
		assertThatIllegalArgumentException().isThrownBy(() -> platform.user("ann", Map.of(claim, "other")))
			.withMessageContaining("'" + claim + "'");
	}

	@Test
	void logoutTokenWhenUserHasNotLoggedInThenSentence(MockPlatform platform) {
		assertThatIllegalStateException().isThrownBy(() -> platform.logoutToken("ann"))
			.withMessage("User 'ann' has not logged in at the mock platform since the last reset");
	}

}
