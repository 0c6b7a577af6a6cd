package io.videoplatform.autoconfigure.actuate;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.engine.ClientStatus;
import io.videoplatform.internal.engine.ClientStatus.Failure;
import io.videoplatform.internal.engine.PlatformEngine;
import io.videoplatform.internal.http.BoundedWait;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The actuator endpoint {@code platform}: what is held of each client, without a token, a
 * secret or a user, a way to discover anew, and a check.
 */
@Endpoint(id = "platform")
final class PlatformEndpoint {

	/**
	 * More than discovery takes, which ends by itself.
	 */
	private static final BoundedWait WAIT = new BoundedWait(Duration.ofSeconds(30),
			(reason, cause) -> new IllegalStateException("The wait for discovery " + reason, cause));

	private final PlatformEngine engine;

	private final PlatformDoctor doctor;

	PlatformEndpoint(PlatformEngine engine, PlatformDoctor doctor) {
		this.engine = engine;
		this.doctor = doctor;
	}

	@ReadOperation
	Map<String, Map<String, ClientDescriptor>> clients() {
		Map<String, ClientDescriptor> clients = new LinkedHashMap<>();
		this.engine.clients().names().forEach((name) -> clients.put(name, descriptor(name)));
		return Map.of("clients", clients);
	}

	/**
	 * Show one client.
	 * @param client the client's name
	 * @return the client, or {@code null} if there is none
	 */
	@ReadOperation
	@Nullable ClientDescriptor client(@Selector String client) {
		return isKnown(client) ? descriptor(client) : null;
	}

	/**
	 * Request the documents of a client's provider, whatever is held. A failure shows in
	 * the result.
	 * @param client the client's name
	 * @return the client as it is afterwards
	 * @throws InvalidEndpointRequestException if there is no such client
	 */
	@DeleteOperation
	ClientDescriptor discover(@Selector String client) {
		requireKnown(client);
		CompletableFuture<@Nullable Boolean> ended = this.engine.clients()
			.get(client)
			.discovery()
			.anew()
			.handle((provider, failure) -> failure == null);
		WAIT.on(ended);
		return descriptor(client);
	}

	/**
	 * Check a client: what the API host and the provider respond now, what is wrong, and
	 * what to change. A token is requested and dropped.
	 * @param client the client's name
	 * @return the report
	 * @throws InvalidEndpointRequestException if there is no such client
	 */
	@WriteOperation
	CheckReport check(@Selector String client) {
		requireKnown(client);
		return this.doctor.check(client);
	}

	private void requireKnown(String client) {
		if (!isKnown(client)) {
			throw new InvalidEndpointRequestException("No property describes the client", "Unknown client");
		}
	}

	private boolean isKnown(String client) {
		return this.engine.clients().names().contains(client);
	}

	private ClientDescriptor descriptor(String name) {
		DefaultPlatformClient client = this.engine.clients().get(name);
		ClientStatus status = ClientStatus.of(this.engine, name);
		ProviderMetadata provider = status.discovery().provider();
		return new ClientDescriptor(status.verdict().name().toLowerCase(Locale.ROOT),
				client.discovery().root().baseUrl(), status.discovery().issuer(),
				status.discovery().quarantinedIssuer(), (provider != null) ? endpoints(provider) : Map.of(),
				status.discovery().documents().stream().map(DocumentDescriptor::of).toList(),
				(status.token() != null) ? TokenDescriptor.of(status.token()) : null, status.logins(), client.calls(),
				client.retries(), status.failures());
	}

	private static Map<String, URI> endpoints(ProviderMetadata provider) {
		Map<String, URI> endpoints = new LinkedHashMap<>();
		add(endpoints, "token", provider.tokenEndpoint());
		add(endpoints, "authorization", provider.authorizationEndpoint());
		add(endpoints, "jwks", provider.jwksUri());
		add(endpoints, "userinfo", provider.userinfoEndpoint());
		add(endpoints, "endSession", provider.endSessionEndpoint());
		add(endpoints, "revocation", provider.revocationEndpoint());
		return endpoints;
	}

	private static void add(Map<String, URI> endpoints, String name, @Nullable URI url) {
		if (url != null) {
			endpoints.put(name, PrintableUrl.of(url));
		}
	}

	/**
	 * Return how the last attempt ended.
	 * @param failure the name of its failure, as metrics have it in {@code error.type}
	 * @param success when one succeeded last
	 * @return the failure, {@code success}, or {@code null} if none has ended
	 */
	private static @Nullable String outcome(@Nullable String failure, @Nullable Instant success) {
		if (failure != null) {
			return failure;
		}
		return (success != null) ? "success" : null;
	}

	/**
	 * A client.
	 *
	 * @param state what a call would meet
	 * @param baseUrl the base URL of its requests
	 * @param issuer the issuer in use
	 * @param quarantinedIssuer the issuer that is not trusted
	 * @param endpoints the provider's endpoints, without query
	 * @param documents the discovered documents
	 * @param token the application's token
	 * @param logins how many logins are held
	 * @param calls how many requests were sent with a token
	 * @param retries how many of them were sent again after a 401
	 * @param failures what fails
	 */
	record ClientDescriptor(String state, URI baseUrl, @Nullable String issuer, @Nullable String quarantinedIssuer,
			Map<String, URI> endpoints, List<DocumentDescriptor> documents, @Nullable TokenDescriptor token,
			@Nullable Long logins, long calls, long retries, List<Failure> failures) {

	}

	/**
	 * A discovered document.
	 *
	 * @param document which one it is
	 * @param url its URL, without query
	 * @param requests how often it was requested
	 * @param fetchedAt when it was last read or confirmed
	 * @param freshUntil until when it is used without a request
	 * @param usableUntil until when it is used while it cannot be confirmed
	 * @param failures how many attempts have failed since
	 * @param lastOutcome how the last attempt ended
	 * @param nextAttempt when it is attempted again after a failure
	 */
	record DocumentDescriptor(String document, URI url, long requests, @Nullable Instant fetchedAt,
			@Nullable Instant freshUntil, @Nullable Instant usableUntil, int failures, @Nullable String lastOutcome,
			@Nullable Instant nextAttempt) {

		static DocumentDescriptor of(DocumentSnapshot document) {
			return new DocumentDescriptor(ClientStatus.name(document.step()), document.url(), document.requests(),
					document.fetchedAt(), document.freshUntil(), document.staleUntil(), document.failures(),
					outcome(document.failureType(), document.fetchedAt()), document.nextAttempt());
		}

	}

	/**
	 * The state of the application's token.
	 *
	 * @param state what it is good for
	 * @param obtainedAt when it was requested
	 * @param refreshAt from when on it is refreshed
	 * @param expiresAt from when on it is not sent any more
	 * @param refreshable whether there is a refresh token
	 * @param refreshTokenExpiresAt when that ends
	 * @param requests how many token requests were sent
	 * @param inFlight whether one is under way
	 * @param failures how many flights have failed in a row
	 * @param lastOutcome how the last flight ended
	 * @param nextAttempt when a token is requested again after a failure
	 */
	record TokenDescriptor(String state, @Nullable Instant obtainedAt, @Nullable Instant refreshAt,
			@Nullable Instant expiresAt, boolean refreshable, @Nullable Instant refreshTokenExpiresAt, long requests,
			boolean inFlight, int failures, @Nullable String lastOutcome, @Nullable Instant nextAttempt) {

		static TokenDescriptor of(TokenStatus token) {
			return new TokenDescriptor(ClientStatus.state(token), token.obtainedAt(), token.refreshAt(),
					token.expiresAt(), token.refreshable(), token.refreshTokenExpiresAt(), token.requests(),
					token.inFlight(), token.failures(), outcome(token.failureType(), token.obtainedAt()),
					token.nextAttempt());
		}

	}

}
