package io.videoplatform.internal.doctor;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenResponse;
import io.videoplatform.internal.token.shared.StoreException;
import reactor.core.publisher.Mono;

/**
 * The rules on what a client uses: logins, a token, and the store that nodes share.
 *
 * @param state what the check has found out
 */
record UseRules(CheckState state) {

	/**
	 * Tokens that live no longer are refreshed all the time.
	 */
	private static final long SHORT = 10;

	/**
	 * A user's browser may reach what this machine does not.
	 */
	Found authorization() {
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null || !credentials.credentials().usesLogin()) {
			return Found.skipped("No users log in at the client");
		}
		ProviderMetadata metadata = this.state.configuration();
		String redirectUri = credentials.redirectUri();
		if (redirectUri == null) {
			return Found.skipped("The redirect URI is known once a user has begun to log in, or from %s"
				.formatted(this.state.subject().property("redirect-uri")));
		}
		try {
			return this.state.await(credentials.authorization().apply(metadata, redirectUri))
					? Found.passed("Users can log in with the redirect URI %s"
						.formatted(this.state.subject().quoted(redirectUri)))
					: Found.skipped("The provider responds with a page, which may be that of an error");
		}
		catch (PlatformException ex) {
			return Found.of(ex.isRetryable() ? CheckVerdict.WARNING : CheckVerdict.FAILED, ex);
		}
	}

	Found token() {
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null) {
			return Found.of(CheckVerdict.WARNING, "No credentials are set", PlatformError.CREDENTIALS_MISSING);
		}
		return credentials.credentials().usesLogin() ? ofLogins(credentials) : requested(credentials);
	}

	/**
	 * A check logs no user in, but knows what those fail of who do. What the provider
	 * says of logins, another rule asks.
	 */
	private Found ofLogins(CheckedCredentials credentials) {
		TokenOutage outage = this.state.subject().outage().get();
		if (outage != null && outage.step() != PlatformStep.LOGIN) {
			return Found.of(CheckVerdict.FAILED,
					"Logins or refreshes have failed since %s. %s".formatted(outage.since(), outage.message()),
					PlatformError.of(outage.errorType()));
		}
		TokenOutage refusal = this.state.subject().refusal().get();
		return (refusal != null) ? refused(refusal) : accepted(credentials);
	}

	/**
	 * A check sends no token to the API, but knows what the API says of those that calls
	 * have sent.
	 */
	private static Found refused(TokenOutage refusal) {
		return Found.of(CheckVerdict.FAILED, "%s, since %s".formatted(refusal.message(), refusal.since()),
				PlatformError.of(refusal.errorType()));
	}

	/**
	 * The request has less than that of a login.
	 */
	private Found accepted(CheckedCredentials credentials) {
		try {
			this.state.await(credentials.engine().probe(this.state.configuration()));
			return Found.passed("The token endpoint accepts the client '%s'. Tokens are requested when a user logs in"
				.formatted(credentials.credentials().clientId()));
		}
		catch (PlatformException ex) {
			boolean incomplete = ex instanceof PlatformAuthorizationException refusal
					&& "invalid_request".equals(refusal.getErrorCode());
			return failed(incomplete ? CheckVerdict.WARNING : CheckVerdict.FAILED, ex);
		}
	}

	private Found requested(CheckedCredentials credentials) {
		try {
			TokenResponse granted = this.state.await(credentials.engine().inspect(this.state.configuration()));
			TokenOutage refusal = this.state.subject().refusal().get();
			return (refusal != null) ? refused(refusal) : granted(granted, credentials.credentials().scopes());
		}
		catch (PlatformException ex) {
			return failed(CheckVerdict.FAILED, ex);
		}
	}

	/**
	 * Providers use one error code for several causes, which the status tells apart.
	 */
	private static Found failed(CheckVerdict verdict, PlatformException ex) {
		Found found = Found.of(verdict, ex);
		return (ex.getCause() instanceof TokenRequestException request && request.errorCode() != null)
				? found.and("The status is " + request.status()) : found;
	}

	private static Found granted(TokenResponse granted, Set<String> requested) {
		Long expiresIn = granted.expiresIn();
		String found = (granted.refreshToken() != null) ? "A token and a refresh token were obtained; neither is used"
				: "A token was obtained, which is not used";
		Set<String> missing = new TreeSet<>(requested);
		missing.removeAll(Objects.requireNonNullElse(granted.scopes(), requested));
		if (!missing.isEmpty()) {
			return Found.of(CheckVerdict.WARNING,
					"%s. Not granted were the scopes %s".formatted(found, String.join(" ", missing)),
					PlatformError.INVALID_REQUEST);
		}
		if (expiresIn == null) {
			return Found.warning(
					"%s. The response has no 'expires_in', so that each token is used for 60 s".formatted(found),
					"Have the provider state 'expires_in' (RFC 6749, section 5.1).");
		}
		return (expiresIn > SHORT) ? Found.passed("%s. The token is valid for %d s".formatted(found, expiresIn))
				: Found.warning("%s. The token is valid for %d s only, so that tokens are requested all the time"
					.formatted(found, expiresIn), "Have the provider give access tokens a life of some minutes.");
	}

	Found store() {
		Mono<Void> store = this.state.subject().store();
		if (store == null) {
			return Found.skipped("Nodes share nothing");
		}
		try {
			this.state.await(store.thenReturn(true));
			return Found.passed("The store responds, and is used with the same keys");
		}
		catch (StoreException ex) {
			return Found.of(CheckVerdict.FAILED, String.valueOf(ex.getMessage()), ex.error());
		}
	}

}
