package io.videoplatform.internal.doctor;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformException;
import io.videoplatform.PlatformStep;
import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.internal.token.endpoint.TokenRequestException;
import io.videoplatform.internal.token.endpoint.TokenResponse;
import io.videoplatform.internal.token.shared.StoreException;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

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
	CheckFinding authorization(Findings findings) {
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null || !credentials.credentials().usesLogin()) {
			return findings.skipped("No users log in at the client");
		}
		ProviderMetadata metadata = this.state.configuration();
		String redirectUri = credentials.redirectUri();
		if (redirectUri == null) {
			return findings.skipped("The redirect URI is known once a user has begun to log in, or from %s"
				.formatted(this.state.subject().property("redirect-uri")));
		}
		try {
			ClientRegistration registration = credentials.registration().apply(metadata);
			return this.state.await(credentials.authorization().apply(registration, redirectUri))
					? findings
						.passed("Users can log in with the redirect URI %s".formatted(findings.quoted(redirectUri)))
					: findings.skipped("The provider responds with a page, which may be that of an error");
		}
		catch (PlatformException ex) {
			return findings.of(ex.isRetryable() ? CheckVerdict.WARNING : CheckVerdict.FAILED, findings.describe(ex),
					ex.getError());
		}
	}

	CheckFinding token(Findings findings) {
		CheckedCredentials credentials = this.state.subject().credentials();
		if (credentials == null) {
			return findings.warning("No credentials are set", PlatformError.CREDENTIALS_MISSING);
		}
		return credentials.credentials().usesLogin() ? ofLogins(findings, credentials)
				: requested(findings, credentials);
	}

	/**
	 * A check logs no user in, but knows what those fail of who do. What the provider
	 * says of logins, another rule asks.
	 */
	private CheckFinding ofLogins(Findings findings, CheckedCredentials credentials) {
		TokenOutage outage = this.state.subject().outage().get();
		if (outage != null && outage.step() != PlatformStep.LOGIN) {
			PlatformError error = PlatformError.of(outage.errorType());
			return findings.failed("Logins or refreshes have failed since %s. %s".formatted(outage.since(),
					findings.describe(outage.message(), error)), error);
		}
		TokenOutage refusal = this.state.subject().refusal().get();
		return (refusal != null) ? refused(findings, refusal) : accepted(findings, credentials);
	}

	/**
	 * A check sends no token to the API, but knows what the API says of those that calls
	 * have sent.
	 */
	private static CheckFinding refused(Findings findings, TokenOutage refusal) {
		return findings.failed("%s, since %s".formatted(refusal.message(), refusal.since()),
				PlatformError.of(refusal.errorType()));
	}

	/**
	 * The request has less than that of a login.
	 */
	private CheckFinding accepted(Findings findings, CheckedCredentials credentials) {
		try {
			this.state.await(credentials.engine().probe(registration(credentials)));
			return findings
				.passed("The token endpoint accepts the client '%s'. Tokens are requested when a user logs in"
					.formatted(credentials.credentials().clientId()));
		}
		catch (PlatformException ex) {
			boolean incomplete = ex instanceof PlatformAuthorizationException refusal
					&& "invalid_request".equals(refusal.getErrorCode());
			return failed(findings, incomplete ? CheckVerdict.WARNING : CheckVerdict.FAILED, ex);
		}
	}

	private CheckFinding requested(Findings findings, CheckedCredentials credentials) {
		try {
			TokenResponse granted = this.state.await(credentials.engine().inspect(registration(credentials)));
			TokenOutage refusal = this.state.subject().refusal().get();
			return (refusal != null) ? refused(findings, refusal)
					: granted(findings, granted, credentials.credentials().scopes());
		}
		catch (PlatformException ex) {
			return failed(findings, CheckVerdict.FAILED, ex);
		}
	}

	private ClientRegistration registration(CheckedCredentials credentials) {
		return credentials.registration().apply(this.state.configuration());
	}

	/**
	 * Providers use one error code for several causes, which the status tells apart.
	 */
	private static CheckFinding failed(Findings findings, CheckVerdict verdict, PlatformException ex) {
		String status = (ex.getCause() instanceof TokenRequestException request && request.errorCode() != null)
				? ". The status is %d".formatted(request.status()) : "";
		return findings.of(verdict, findings.describe(ex) + status, ex.getError());
	}

	private static CheckFinding granted(Findings findings, TokenResponse granted, Set<String> requested) {
		Long expiresIn = granted.expiresIn();
		String found = "A token was obtained%s".formatted(
				(granted.refreshToken() != null) ? " with a refresh token; neither is used" : ", which is not used");
		Set<String> missing = new TreeSet<>(requested);
		missing.removeAll(Objects.requireNonNullElse(granted.scopes(), requested));
		if (!missing.isEmpty()) {
			return findings.warning("%s. Not granted were the scopes %s".formatted(found, String.join(" ", missing)),
					PlatformError.INVALID_REQUEST);
		}
		if (expiresIn == null) {
			return findings.warning(
					"%s. The response has no 'expires_in', so that each token is used for 60 s".formatted(found),
					"Have the provider state 'expires_in' (RFC 6749, section 5.1).");
		}
		return (expiresIn > SHORT) ? findings.passed("%s. It is valid for %d s".formatted(found, expiresIn))
				: findings.warning("%s. It is valid for %d s only, so that tokens are requested all the time"
					.formatted(found, expiresIn), "Have the provider give access tokens a life of some minutes.");
	}

	CheckFinding store(Findings findings) {
		Mono<Void> store = this.state.subject().store();
		if (store == null) {
			return findings.skipped("Nodes share nothing");
		}
		try {
			this.state.await(store.thenReturn(true));
			return findings.passed("The store responds, and is used with the same keys");
		}
		catch (StoreException ex) {
			return findings.failed(String.valueOf(ex.getMessage()), ex.error());
		}
	}

}
