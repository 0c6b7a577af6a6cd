package io.videoplatform.internal.doctor;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.internal.token.endpoint.InspectedGrant;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.shared.StoreException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * The rules on what a client uses: logins, a token, and the store that nodes share.
 */
final class UseRules {

	/**
	 * Tokens that live no longer are refreshed all the time.
	 */
	private static final long SHORT = 10;

	private final CheckState state;

	private final Findings findings;

	UseRules(CheckState state, Findings findings) {
		this.state = state;
		this.findings = findings;
	}

	/**
	 * A user's browser may reach what this machine does not.
	 */
	CheckFinding authorization() {
		CheckRule rule = CheckRule.AUTHORIZATION_REQUEST;
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null || !credentials.credentials().usesLogin()) {
			return this.findings.skipped(rule, "No users log in at the client");
		}
		ProviderMetadata metadata = this.state.configuration();
		if (metadata == null) {
			return this.findings.skippedAfter(rule, CheckRule.PROVIDER_CONFIGURATION);
		}
		String redirectUri = credentials.redirectUri();
		if (redirectUri == null) {
			return this.findings.skipped(rule, "The redirect URI is known once a user has begun to log in, or from %s"
				.formatted(this.state.subject().property("redirect-uri")));
		}
		try {
			return authorized(credentials, credentials.registration().apply(metadata), redirectUri);
		}
		catch (PlatformException ex) {
			return this.findings.of(rule, ex.isRetryable() ? CheckVerdict.WARNING : CheckVerdict.FAILED,
					this.findings.describe(ex), ex.getError());
		}
	}

	private CheckFinding authorized(CheckedCredentials credentials, ClientRegistration registration,
			String redirectUri) {
		CheckRule rule = CheckRule.AUTHORIZATION_REQUEST;
		boolean accepts = this.state.await(credentials.authorization().apply(registration, redirectUri));
		return accepts
				? this.findings.passed(rule,
						"Users can log in with the redirect URI %s".formatted(this.findings.quoted(redirectUri)))
				: this.findings.skipped(rule, "The provider responds with a page, which may be that of an error");
	}

	CheckFinding token() {
		CheckRule rule = CheckRule.TOKEN_REQUEST;
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null) {
			return this.findings.warning(rule, "No credentials are set", PlatformError.CREDENTIALS_MISSING);
		}
		CheckFinding known = credentials.credentials().usesLogin() ? knownFailureOfLogins() : null;
		if (known != null) {
			return known;
		}
		ProviderMetadata metadata = this.state.configuration();
		return (metadata != null) ? requested(credentials, metadata)
				: this.findings.skippedAfter(rule, CheckRule.PROVIDER_CONFIGURATION);
	}

	/**
	 * A check logs no user in, but knows what those fail of who do. What the provider
	 * says of logins, another rule asks.
	 */
	private @Nullable CheckFinding knownFailureOfLogins() {
		TokenOutage outage = this.state.subject().outage().get();
		if (outage == null || outage.step() == PlatformStep.LOGIN) {
			TokenOutage refusal = this.state.subject().refusal().get();
			return (refusal != null) ? refused(refusal) : null;
		}
		PlatformError error = PlatformError.of(outage.errorType());
		return this.findings.failed(CheckRule.TOKEN_REQUEST, "Logins or refreshes have failed since %s. %s"
			.formatted(outage.since(), this.findings.describe(outage.message(), error)), error);
	}

	/**
	 * A check sends no token to the API, but knows what the API says of those that calls
	 * have sent.
	 */
	private CheckFinding refused(TokenOutage refusal) {
		PlatformError error = PlatformError.of(refusal.errorType());
		return this.findings.failed(CheckRule.TOKEN_REQUEST,
				"%s, since %s".formatted(refusal.message(), refusal.since()), error);
	}

	private CheckFinding requested(CheckedCredentials credentials, ProviderMetadata metadata) {
		ClientRegistration registration = credentials.registration().apply(metadata);
		boolean logins = credentials.credentials().usesLogin();
		try {
			return logins ? accepted(credentials, registration)
					: granted(this.state.await(credentials.inspection().grant(registration)));
		}
		catch (PlatformException ex) {
			// Where users log in, the request has less than that of a login
			boolean incomplete = logins && ex instanceof PlatformAuthorizationException refusal
					&& "invalid_request".equals(refusal.getErrorCode());
			return this.findings.of(CheckRule.TOKEN_REQUEST, incomplete ? CheckVerdict.WARNING : CheckVerdict.FAILED,
					this.findings.describe(ex) + status(ex), ex.getError());
		}
	}

	private CheckFinding accepted(CheckedCredentials credentials, ClientRegistration registration) {
		this.state.await(credentials.inspection().client(registration));
		return this.findings.passed(CheckRule.TOKEN_REQUEST,
				"The token endpoint accepts the client '%s'. Tokens are requested when a user logs in"
					.formatted(credentials.credentials().clientId()));
	}

	/**
	 * Providers use one error code for several causes, which the status tells apart.
	 */
	private static String status(PlatformException ex) {
		return (ex.getCause() instanceof TokenRequestException request && request.errorCode() != null)
				? ". The status is %d".formatted(request.status()) : "";
	}

	private CheckFinding granted(InspectedGrant granted) {
		CheckRule rule = CheckRule.TOKEN_REQUEST;
		TokenOutage refusal = this.state.subject().refusal().get();
		if (refusal != null) {
			return refused(refusal);
		}
		Long expiresIn = granted.expiresIn();
		String found = "A token was obtained%s".formatted((granted.grant().refreshToken() != null)
				? " with a refresh token; neither is used" : ", which is not used");
		if (!granted.missingScopes().isEmpty()) {
			return this.findings.warning(rule,
					"%s. Not granted were the scopes %s".formatted(found, String.join(" ", granted.missingScopes())),
					PlatformError.INVALID_REQUEST);
		}
		if (expiresIn == null) {
			return this.findings.warning(rule,
					"%s. The response has no 'expires_in', so that each token is used for 60 s".formatted(found),
					"Have the provider state 'expires_in' (RFC 6749, section 5.1).");
		}
		return (expiresIn > SHORT) ? this.findings.passed(rule, "%s. It is valid for %d s".formatted(found, expiresIn))
				: this.findings.warning(rule, "%s. It is valid for %d s only, so that tokens are requested all the time"
					.formatted(found, expiresIn), "Have the provider give access tokens a life of some minutes.");
	}

	CheckFinding store() {
		CheckRule rule = CheckRule.STORE;
		Mono<Void> store = this.state.subject().store();
		if (store == null) {
			return this.findings.skipped(rule, "Nodes share nothing");
		}
		try {
			this.state.await(store.thenReturn(true));
			return this.findings.passed(rule, "The store responds, and is used with the same keys");
		}
		catch (StoreException ex) {
			return this.findings.failed(rule, String.valueOf(ex.getMessage()), ex.error());
		}
	}

}
