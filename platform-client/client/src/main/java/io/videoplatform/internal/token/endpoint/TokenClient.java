package io.videoplatform.internal.token.endpoint;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.Redaction;
import io.videoplatform.internal.observation.ClientObservations;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator.Authentication;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Requests the tokens of one client: by its initial grant or a user's authorization code,
 * and by the refresh tokens that these brought (RFC 6749, section 3.2). No redirect is
 * followed: it would carry credentials to another place (RFC 9700, section 4.12).
 */
public final class TokenClient {

	/**
	 * How much longer than the exchange's own deadline a request may take, if something
	 * keeps that from being met.
	 */
	public static final Duration SLACK = Duration.ofSeconds(1);

	private final ClientAuthenticator authenticator;

	private final ClientCredentials credentials;

	private final BoundedExchange exchange;

	private final Clock clock;

	private final RandomGenerator random;

	private final Scheduler scheduler;

	private final ClientObservations observations;

	private final double refreshPoint;

	private final LongAdder sent = new LongAdder();

	public TokenClient(ClientAuthenticator authenticator, BoundedExchange exchange, Clock clock, RandomGenerator random,
			Scheduler scheduler, ClientObservations observations, boolean shared) {
		this.authenticator = authenticator;
		this.credentials = authenticator.credentials();
		this.exchange = exchange;
		this.clock = clock;
		this.random = random;
		this.scheduler = scheduler;
		this.observations = observations;
		this.refreshPoint = (shared && this.credentials.usesLogin()) ? TokenLifetime.SHARED_REFRESH_POINT
				: TokenLifetime.REFRESH_POINT;
	}

	/**
	 * Acquire a token by the client's initial grant.
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<GrantedTokens> initialGrant(ProviderMetadata provider) {
		return request(provider, GrantParameters.initial(this.credentials), null);
	}

	/**
	 * Request a token by the client's initial grant to look at it, which is neither
	 * observed nor counted.
	 * @return the response, which nothing holds; fails with a
	 * {@link TokenRequestException}
	 */
	public Mono<TokenResponse> inspect(ProviderMetadata provider) {
		return send(provider, provider.tokenEndpoint(), GrantParameters.initial(this.credentials),
				TokenResponseReader::read);
	}

	/**
	 * Ask whether the token endpoint accepts a client at which users log in, by a code
	 * that no login has brought: the client is authenticated before the code is looked at
	 * (RFC 6749, section 4.1.3). The request is neither observed nor counted.
	 * @return the provider if nothing but the code was refused; fails with a
	 * {@link TokenRequestException}
	 */
	public Mono<ProviderMetadata> probe(ProviderMetadata provider) {
		String code = UUID.randomUUID().toString();
		return send(provider, provider.tokenEndpoint(), GrantParameters.code(code, null, code + code),
				TokenResponseReader::read)
			.thenReturn(provider)
			.onErrorReturn(TokenRequestException::refusesGrant, provider);
	}

	/**
	 * Acquire a user's tokens by an authorization code (RFC 6749, section 4.1.3), which
	 * is sent once, whatever comes of it.
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<GrantedTokens> exchange(ProviderMetadata provider, String code, URI redirectUri,
			@Nullable String verifier) {
		return request(provider, GrantParameters.code(code, redirectUri, verifier), null);
	}

	/**
	 * Acquire a token by a refresh token (RFC 6749, section 6), which is sent once. A
	 * response without a new one keeps the old one.
	 * @return the tokens; fails with a {@link TokenRequestException}
	 */
	public Mono<GrantedTokens> refresh(ProviderMetadata provider, RefreshToken refreshToken) {
		return request(provider, GrantParameters.refresh(refreshToken.value()), refreshToken);
	}

	/**
	 * Revoke a refresh token (RFC 7009, section 2.1).
	 * @return completes when the provider has taken it; fails with a
	 * {@link TokenRequestException}
	 */
	Mono<Void> revoke(ProviderMetadata provider, URI endpoint, RefreshToken refreshToken) {
		return send(provider, endpoint, GrantParameters.revocation(refreshToken.value()), TokenResponseReader::accepted)
			.then();
	}

	/**
	 * Return what authenticates the client.
	 */
	public ClientAuthenticator authenticator() {
		return this.authenticator;
	}

	/**
	 * Return how many requests were sent.
	 */
	public long sent() {
		return this.sent.sum();
	}

	private Mono<GrantedTokens> request(ProviderMetadata provider, GrantParameters grant, @Nullable RefreshToken used) {
		return this.observations.tokenRequest(grant.grantType().getValue(), Mono.defer(() -> {
			long requestedAt = this.clock.millis();
			this.sent.increment();
			return send(provider, provider.tokenEndpoint(), grant, (reader, response) -> tokens(reader.read(response),
					ProviderBinding.of(provider), requestedAt, used));
		}), TokenRequestException::outcomeOf);
	}

	private GrantedTokens tokens(TokenResponse response, ProviderBinding provider, long requestedAt,
			@Nullable RefreshToken used) {
		TokenLifetime lifetime = TokenLifetime.of(response.expiresIn(), this.refreshPoint, requestedAt,
				this.clock.millis(), this.random);
		Set<String> requested = (used != null) ? used.scopes() : this.credentials.scopes();
		Set<String> scopes = Objects.requireNonNullElse(response.scopes(), requested);
		AccessToken accessToken = new AccessToken(response.accessToken(), provider, lifetime, requestedAt, scopes);
		RefreshToken refreshToken = (response.refreshToken() != null) ? refreshToken(response.refreshToken(),
				response.refreshExpiresIn(), provider, requestedAt, (used != null) ? requested : scopes) : used;
		return new GrantedTokens(accessToken, refreshToken, response.idToken());
	}

	private RefreshToken refreshToken(String value, @Nullable Long expiresIn, ProviderBinding provider,
			long requestedAt, Set<String> scopes) {
		RefreshToken token = new RefreshToken(value, provider, RefreshToken.expiresAt(expiresIn, requestedAt), scopes);
		return this.credentials.usesLogin() ? token : token.endingEarlier(requestedAt, this.random);
	}

	/**
	 * Send one request. The client's secrets, sent or not, appear in no failure.
	 */
	private <T> Mono<T> send(ProviderMetadata provider, URI endpoint, GrantParameters grant,
			BiFunction<TokenResponseReader, BoundedResponse, T> reading) {
		Mono<Authentication> authenticated = this.authenticator.authenticate(provider, this.scheduler);
		// What was not sent for lack of credentials was not processed
		return authenticated
			.onErrorMap(CredentialsUnavailableException.class, reader(endpoint, grant, Stream.empty())::explain)
			.flatMap((authentication) -> {
				TokenResponseReader reader = reader(endpoint, grant, authentication.secrets());
				return this.exchange
					.post(endpoint, grant.uriTemplate(), (headers) -> addHeaders(headers, authentication.basic()),
							grant.encode(authentication, this.credentials.parameters()))
					.timeout(this.exchange.deadline().plus(SLACK), this.scheduler)
					.map((response) -> reader.apply(reading, response))
					.onErrorMap(reader::explain);
			});
	}

	private TokenResponseReader reader(URI endpoint, GrantParameters grant, Stream<@Nullable String> secrets) {
		return new TokenResponseReader(endpoint, grant.grantType(),
				Redaction.of(Stream.concat(grant.secrets(), secrets)), this.clock);
	}

	private static void addHeaders(HttpHeaders headers, @Nullable String basic) {
		headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
		headers.setAccept(List.of(MediaType.APPLICATION_JSON));
		if (basic != null) {
			headers.setBasicAuth(basic);
		}
	}

}
