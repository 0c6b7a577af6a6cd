package io.videoplatform.internal.client;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.observation.Observation;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.AuthorizationHeader;
import io.videoplatform.internal.http.ChallengeParser;
import io.videoplatform.internal.http.InvalidUrlException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.token.TokenSelector;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.http.HttpHeaders;

/**
 * Decides which requests carry a token, and whose; and what a response says of it. HTTP
 * clients of every kind ask here and apply the decision.
 */
final class BearerTokenPolicy {

	private static final int UNAUTHORIZED = 401;

	private final String client;

	private final ClientPropertyNames properties;

	private final TokenSelector tokens;

	private final TrustedOrigins trusted;

	private final @Nullable AddressFilter foreignHosts;

	private final EventPublisher events;

	private final LongAdder calls = new LongAdder();

	private final LongAdder retries = new LongAdder();

	/**
	 * Create a new instance.
	 * @param properties the properties that describe the client, for messages
	 * @param tokens finds the token of a request, or {@code null} without credentials
	 * @param foreignHosts the addresses that a call may lead to, or {@code null} if the
	 * API host is not foreign input
	 */
	BearerTokenPolicy(String client, ClientPropertyNames properties, @Nullable TokenSelector tokens,
			TrustedOrigins trusted, @Nullable AddressFilter foreignHosts, EventPublisher events) {
		this.client = client;
		this.properties = properties;
		this.tokens = (tokens != null) ? tokens : (attributes, context) -> Mono.error(this::missingCredentials);
		this.trusted = trusted;
		this.foreignHosts = foreignHosts;
		this.events = events;
	}

	/**
	 * Return whether a request must not be sent without a token. One with an
	 * {@code Authorization} header of its caller's, or to a foreign origin, is sent as it
	 * is.
	 * @param url the URL of the request
	 * @param headers its headers
	 * @throws PlatformAuthorizationException if it must not be sent at all
	 */
	boolean isRequired(URI url, HttpHeaders headers) {
		if (this.foreignHosts != null && !this.trusted.isRoot(url)) {
			checkAddress(url, this.foreignHosts);
		}
		if (AuthorizationHeader.isIn(headers)) {
			return false;
		}
		if (this.trusted.contains(url)) {
			return true;
		}
		checkAndReport(url);
		return false;
	}

	TrustedOrigins trusted() {
		return this.trusted;
	}

	String client() {
		return this.client;
	}

	/**
	 * Return the one source that all requests share.
	 * @return the source, or {@code null} if it depends on the request
	 */
	@Nullable TokenSource shared() {
		return this.tokens.shared();
	}

	/**
	 * Return the source of a request's token, as {@link TokenSelector} does.
	 */
	Mono<TokenSource> select(Map<String, Object> attributes, ContextView context) {
		return this.tokens.select(attributes, context);
	}

	void countCall() {
		this.calls.increment();
	}

	/**
	 * Note that a request is sent again after a 401.
	 * @param source the source of its token
	 * @param call the observation of the request, if there is one
	 */
	void countRetry(TokenSource source, @Nullable Observation call) {
		this.retries.increment();
		source.retried(call);
	}

	/**
	 * Return how many requests were sent with a token, retries left out.
	 */
	long calls() {
		return this.calls.sum();
	}

	/**
	 * Return how many requests were sent again after a 401.
	 */
	long retries() {
		return this.retries.sum();
	}

	/**
	 * Take note of what a response says of the token that its request was given, unless
	 * it was sent with another header: then it says nothing of that. Only a 401 that
	 * speaks of the token rejects it (RFC 6750, section 3.1).
	 * @return whether the token is rejected
	 */
	static boolean noteResponse(TokenSource source, AccessToken token, SentRequest request, int status,
			HttpHeaders headers) {
		boolean known = (status < 400) ? token.isAccepted() && !source.isRefused() : status != UNAUTHORIZED;
		if (known || !isOnlyToken(token, request.authorization())) {
			return false;
		}
		if (status < 400) {
			source.accepted(token);
			return false;
		}
		return ChallengeParser.rejectToken(headers.getOrEmpty(HttpHeaders.WWW_AUTHENTICATE));
	}

	private static boolean isOnlyToken(AccessToken token, @Nullable List<String> values) {
		return values != null && values.size() == 1 && token.authorization().equals(values.get(0));
	}

	/**
	 * A URL that a customer's API has named is foreign input as its domain is. It is
	 * checked as it is written, because a proxy connects to addresses that are not seen
	 * here, and does not stand before this machine.
	 */
	private static void checkAddress(URI url, AddressFilter addresses) {
		checkAbsolute(url);
		try {
			addresses.check(url);
		}
		catch (InvalidUrlException ex) {
			throw refused(url, ("The call to '%s' is not sent: its host is one that 'platform.roots.nearest-address'"
					+ " does not allow")
				.formatted(PrintableUrl.of(url)));
		}
	}

	private static void checkAbsolute(URI url) {
		if (url.getScheme() == null || url.getHost() == null) {
			boolean named = url.getScheme() != null && url.getRawAuthority() != null;
			throw refused(url, PlatformError.API_REQUEST.explain("'%s' %s: its origin is unknown"
				.formatted(PrintableUrl.of(url), named ? "has no valid host name" : "is not an absolute URL")));
		}
	}

	private static PlatformAuthorizationException refused(URI url, String message) {
		return new PlatformAuthorizationException(message, PlatformError.API_REQUEST, PlatformStep.API_REQUEST,
				PrintableUrl.of(url), false, null, null, null);
	}

	private void checkAndReport(URI url) {
		checkAbsolute(url);
		if (this.trusted.isNewForeignOrigin(url)) {
			this.events.publish(PlatformStep.API_REQUEST, Level.WARN, PlatformError.UNTRUSTED_ORIGIN,
					"Requests to %s go without a token: %s".formatted(Origin.of(url),
							(url.getRawUserInfo() != null) ? "their URL has user information. Call it without it."
									: PlatformError.UNTRUSTED_ORIGIN.explain("it is not the platform's origin",
											this.properties)));
		}
	}

	private PlatformAuthorizationException missingCredentials() {
		return new PlatformAuthorizationException(
				PlatformError.CREDENTIALS_MISSING.explain("No credentials are set",
						(name) -> ClientPropertyNames.prefixOf(this.client) + "." + name),
				PlatformError.CREDENTIALS_MISSING, PlatformStep.TOKEN_REQUEST, null, false, null, null, null);
	}

	/**
	 * A request that was given a token.
	 */
	interface SentRequest {

		/**
		 * Return the values of the {@code Authorization} header with which it was sent
		 * last: what comes later may have set one of its own.
		 */
		@Nullable List<String> authorization();

	}

}
