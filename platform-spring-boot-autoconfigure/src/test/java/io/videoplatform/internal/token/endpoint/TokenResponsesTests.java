package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.http.Redaction;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.TestEngine;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.testing.MovableClock;
import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestPlatform;
import io.videoplatform.testing.TestResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Odd and hostile responses of a token endpoint, each with the outcome that RFC 6749 or
 * common sense demands.
 */
class TokenResponsesTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String SECRET = "canary-secret";

	private final TestPlatform platform = new TestPlatform();

	private final MovableClock clock = new MovableClock();

	private final Scheduler scheduler = EngineScheduler.create();

	private final Queue<PlatformEvent> events = new ConcurrentLinkedQueue<>();

	private final ClientCredentials credentials = CredentialsFixtures.of("platform",
			AuthorizationGrantType.CLIENT_CREDENTIALS, "service", SECRET, null, null, Set.of());

	private final TokenSource tokens = TestEngine
		.of(new BoundedExchange(WebClient.create(), Duration.ofSeconds(10), DataSize.ofMegabytes(1)), this.clock,
				() -> Long.MIN_VALUE, this.scheduler, this.events::add, null)
		.application(this.credentials, () -> CompletableFuture.completedFuture(
				TokenFixtures.provider(this.platform.issuer(), this.platform.issuer() + "/token?tenant=a%20b", null)),
				() -> null);

	@AfterEach
	void close() {
		this.scheduler.dispose();
		this.platform.close();
	}

	private TokenStatus accepted() {
		assertThat(this.tokens.await(Context.empty()).block(PATIENCE)).isNotNull();
		return this.tokens.status();
	}

	private PlatformAuthorizationException refused() {
		Object outcome = this.tokens.await(Context.empty())
			.cast(Object.class)
			.onErrorResume(PlatformAuthorizationException.class, Mono::just)
			.block(PATIENCE);
		assertThat(outcome).isInstanceOf(PlatformAuthorizationException.class);
		return (PlatformAuthorizationException) outcome;
	}

	private void respond(int status, String contentType, String body) {
		this.platform.tokenEndpoint().next(new TestResponse(status, Map.of("Content-Type", contentType), body));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{"access_token":"a","token_type":"Bearer","expires_in":300}                             | 290000
			{"access_token":"a","token_type":"bearer","expires_in":"300"}                           | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":3e2}                             | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":1}                               | 950
			{"access_token":"a","token_type":"Bearer"}                                              | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":""}                              | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":true}                            | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":[300]}                           | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":0}                               | 0
			{"access_token":"a","token_type":"Bearer","expires_in":-1}                              | 0
			{"access_token":"a","token_type":"Bearer","expires_in":"\\t300\\r\\n"}                   | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":"300.0"}                         | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":"300s"}                          | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":"1d"}                            | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":"NaN"}                           | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":"\uFF13\uFF10\uFF10"}            | 57000
			{"access_token":"a","token_type":"Bearer","expires_in":0.5}                             | 0
			{"access_token":"a","token_type":"Bearer","expires_in":"1e999999999"}                   | 31535990000
			{"access_token":"a","token_type":"Bearer","expires_in":1e999}                           | 31535990000
			{"access_token":"a","token_type":"Bearer","expires_in":"9999999999999999999999"}        | 31535990000
			{"access_token":"a","token_type":"Bearer","expires_in":9223372036854775807}             | 31535990000
			{"access_token":"a.b_c~d+e/f-g==","token_type":"Bearer","expires_in":300}               | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"refresh_token":""}          | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"refresh_token":7}           | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"refresh_token":"x\\r\\ny"}  | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"scope":"less"}              | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"scope":null}                | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"error":""}                  | 290000
			{"access_token":"a","token_type":"Bearer","expires_in":300,"id_token":17,"x":{"y":[]}}  | 290000
			""")
	void awaitWhenResponseIsOddThenAccepted(String json, long lifetimeMillis) {
		respond(200, "application/json", json);
		TokenStatus status = accepted();
		assertThat(Duration.between(status.obtainedAt(), status.expiresAt())).hasMillis(lifetimeMillis);
		assertThat(status.refreshable()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "!#$%&'()*,-./:;<>?@[]^_`{|}~", "=", "a=b", "a b" })
	void awaitWhenAccessTokenIsOfVisibleAsciiThenUsedAsItIs(String token) {
		respond(200, "application/json", "{\"access_token\":\"%s\",\"token_type\":\"Bearer\"}".formatted(token));
		assertThat(this.tokens.await(Context.empty()).block(PATIENCE)).extracting((accepted) -> accepted.value())
			.isEqualTo(token);
	}

	@Test
	void awaitWhenTokenEndsNowThenTheNextCallAsksAgain() {
		respond(200, "application/json", "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":0}");
		respond(200, "application/json", "{\"access_token\":\"b\",\"token_type\":\"Bearer\",\"expires_in\":60}");
		assertThat(this.tokens.await(Context.empty()).map(AccessToken::value).block(PATIENCE)).isEqualTo("a");
		assertThat(this.tokens.await(Context.empty()).map(AccessToken::value).block(PATIENCE)).isEqualTo("b");
		assertThat(this.tokens.await(Context.empty()).map(AccessToken::value).block(PATIENCE)).isEqualTo("b");
	}

	@ParameterizedTest
	@ValueSource(strings = { "refresh_expires_in", "refresh_token_expires_in", "x_refresh_token_expires_in" })
	void awaitWhenEndOfRefreshTokenHasOneOfItsNamesThenRead(String name) {
		respond(200, "application/json",
				"{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":\"r\",\"%s\":1800}"
					.formatted(name));
		assertThat(accepted().refreshTokenExpiresAt()).isEqualTo(this.clock.instant().plusSeconds(1790));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			1800          | 1790
			"1800"        | 1790
			" 1800 "      | 1790
			"1.8e3"       | 1790
			0             |
			-1            |
			null          |
			[1800]        |
			"0x708"       |
			"soon"        |
			1e999         |
			"9999999999999999999999" |
			""")
	void awaitWhenRefreshExpiresInIsOddThenUsableOrWithoutEnd(String value, @Nullable Integer seconds) {
		respond(200, "application/json",
				"{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":\"r\",\"refresh_expires_in\":"
						+ value + "}");
		TokenStatus status = accepted();
		assertThat(status.refreshable()).isTrue();
		assertThat(status.refreshTokenExpiresAt())
			.isEqualTo((seconds != null) ? this.clock.instant().plusSeconds(seconds) : null);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{"access_token":"b","token_type":"Bearer"}                                          | read write
			{"access_token":"b","token_type":"Bearer","refresh_token":"r2"}                     | read write
			{"access_token":"b","token_type":"Bearer","refresh_token":"r2","scope":""}          | read write
			{"access_token":"b","token_type":"Bearer","refresh_token":"r2","scope":"read"}      | read
			""")
	void awaitWhenRefreshNamesNoScopeThenThatOfTheRefreshedToken(String json, String scopes) {
		respond(200, "application/json",
				"{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":\"r1\",\"scope\":\"read write\"}");
		accepted();
		this.clock.advance(Duration.ofMinutes(2));
		respond(200, "application/json", json);
		AccessToken refreshed = this.tokens.await(Context.empty()).block(PATIENCE);
		assertThat(refreshed).isNotNull();
		assertThat(refreshed.value()).isEqualTo("b");
		assertThat(refreshed.scopes()).containsExactlyInAnyOrder(scopes.split(" "));
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "application/octet-stream", "application/json;charset=utf-8",
			"APPLICATION/JSON" })
	void awaitWhenContentTypeIsOddThenAccepted(String contentType) {
		respond(200, contentType, "\uFEFF{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":300}");
		accepted();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			200 | ``                                                          | is not a JSON object
			200 | null                                                        | is JSON null
			200 | "token"                                                     | is not a JSON object
			200 | {}                                                          | 'token_type'
			200 | {"access_token":"a"}                                        | 'token_type'
			200 | {"access_token":"a","token_type":"mac"}                     | 'token_type'
			200 | {"access_token":"a","token_type":["Bearer"]}                | 'token_type'
			200 | {"token_type":"Bearer"}                                     | 'access_token'
			200 | {"access_token":"","token_type":"Bearer"}                   | 'access_token'
			200 | {"access_token":17,"token_type":"Bearer"}                   | 'access_token'
			200 | {"access_token":" a","token_type":"Bearer"}                 | no header may hold
			200 | {"access_token":"a\\r\\nX: y","token_type":"Bearer"}        | no header may hold
			200 | {"access_token":"a\\u560D\\u560A","token_type":"Bearer"}    | no header may hold
			200 | {"access_token":"ä","token_type":"Bearer"}                  | no header may hold
			200 | {"access_token":"a","access_token":"b","token_type":"Bearer"} | is not a JSON object
			200 | {"access_token":"a","token_type":"Bearer"} x                | is not a JSON object
			200 | {"access_token":"a","token_type":"Bea                       | is not a JSON object
			200 | {"error":"invalid_scope","access_token":"a","token_type":"Bearer"} | invalid_scope
			301 | ``                                                          | status 301
			400 | {"error":"invalid_request"}                                 | invalid_request
			400 | {"error":"invalid_scope","error_description":17}            | invalid_scope
			400 | {"error":17}                                                | not with an OAuth 2.0 error
			400 | not json                                                    | not with an OAuth 2.0 error
			401 | ``                                                          | It was sent with the client_id 'service'
			401 | {"error":"unauthorized_client"}                             | It was sent with the client_id 'service'
			400 | {"error":"invalid_client"}                                  | It was sent with the client_id 'service'
			403 | <html>blocked</html>                                        | not with an OAuth 2.0 error
			404 | ``                                                          | status 404
			408 | ``                                                          | status 408
			429 | ``                                                          | status 429
			500 | {"error":"server_error"}                                    | status 500
			503 | ``                                                          | status 503
			""")
	void awaitWhenResponseIsNoTokenThenErrorNamesStepAndUrl(int status, String body, String reason) {
		respond(status, "application/json", body);
		PlatformAuthorizationException refused = refused();
		assertThat(refused.getStep()).isEqualTo(PlatformStep.TOKEN_REQUEST);
		assertThat(refused.getUri()).hasToString(this.platform.issuer() + "/token");
		assertThat(refused.getNextAttempt()).isAfter(this.clock.instant());
		assertThat(refused).hasMessageContaining("Token request at " + this.platform.issuer() + "/token ")
			.hasMessageContaining(reason)
			.hasMessageNotContaining("tenant");
	}

	@Test
	void awaitWhenResponseIsLargeThenAcceptedAndWhenHugeThenRefused() {
		respond(200, "application/json", "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":1,\"x\":\""
				+ "y".repeat(100_000) + "\"}");
		accepted();
		this.clock.advance(Duration.ofSeconds(2));
		respond(200, "application/json",
				"{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"x\":\"" + "y".repeat(20_000_000) + "\"}");
		assertThat(refused()).hasMessageContaining("is larger than 1048576 bytes");
	}

	@Test
	void awaitWhenErrorEchoesTheSecretThenItIsMasked() {
		respond(400, "application/json", "{\"error\":\"bad_" + SECRET + "\",\"error_description\":\"You sent " + SECRET
				+ "\\u0007\\u2028forged\"}");
		PlatformAuthorizationException refused = refused();
		assertThat(refused).hasMessageContaining("You sent ***").hasMessageContaining("forged");
		assertThat(refused.toString() + refused.getErrorCode() + refused.getCause() + this.events)
			.doesNotContain(SECRET, "\u0007", "\u2028");
	}

	@ParameterizedTest
	@CsvSource({ "0,0", "59,59", "61,60", "99999999999999999999,60", "-1,0", "soon,0" })
	void awaitWhenServerAsksToWaitThenAtMostAMinute(String retryAfter, int seconds) {
		this.platform.tokenEndpoint().next(new TestResponse(503, Map.of("Retry-After", retryAfter), ""));
		Duration pause = Duration.between(this.clock.instant(), refused().getNextAttempt());
		assertThat(pause).isBetween(Duration.ofMillis(Math.max(180, seconds * 1_000L)),
				Duration.ofMillis(Math.max(220, seconds * 1_000L)));
	}

	@Test
	void awaitWhenEndpointHasAQueryThenItIsKept() {
		accepted();
		assertThat(this.platform.requests("/token")).extracting(RecordedRequest::uri)
			.containsExactly("/auth/realms/platform/token?tenant=a%20b");
	}

	@Test
	void explainWhenMessageQuotesControlCharactersThenReplaced() {
		TokenResponseReader reader = new TokenResponseReader(URI.create("https://id.example.com/token"),
				AuthorizationGrantType.CLIENT_CREDENTIALS, Redaction.of(Stream.of(SECRET)), this.clock);
		assertThat(reader.explain(new CredentialsUnavailableException("a\r\nERROR forged \u001b[2J", null)))
			.hasMessageContaining("a??ERROR forged ?[2J");
	}

}
