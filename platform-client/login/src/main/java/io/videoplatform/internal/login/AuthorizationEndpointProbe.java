package io.videoplatform.internal.login;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import com.nimbusds.oauth2.sdk.AuthorizationResponse;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.http.BoundedExchange;
import io.videoplatform.internal.http.BoundedResponse;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.MalformedResponseException;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.OidcScopes;

/**
 * Asks the authorization endpoint whether users can log in at a client, by an
 * authorization request without a user ({@code prompt=none}, OpenID Connect Core 1.0,
 * section 3.1.2.1). Its response says what a user would meet, and no browser had a hand
 * in it.
 *
 * @param exchange sends the requests
 * @param credentials the client
 */
public record AuthorizationEndpointProbe(BoundedExchange exchange, ClientCredentials credentials) {

	/**
	 * The errors of authorization responses that do not depend on the user (RFC 6749,
	 * section 4.1.2.1).
	 */
	private static final Map<String, PlatformError> OF_ALL_LOGINS = Map.of("invalid_request",
			PlatformError.INVALID_REQUEST, "unauthorized_client", PlatformError.UNAUTHORIZED_CLIENT,
			"unsupported_response_type", PlatformError.UNAUTHORIZED_CLIENT, "invalid_scope",
			PlatformError.INVALID_REQUEST, "server_error", PlatformError.STATUS_5XX, "temporarily_unavailable",
			PlatformError.STATUS_5XX);

	/**
	 * Those that say nothing of logins: the provider fails, or does not accept a request
	 * without a user.
	 */
	private static final Set<String> OF_THIS_REQUEST = Set.of("invalid_request", "server_error",
			"temporarily_unavailable");

	private static final String PUSHED_REQUIRED = "require_pushed_authorization_requests";

	/**
	 * Return the entry of the catalogue for an error of an authorization response.
	 */
	static @Nullable PlatformError ofAllLogins(String error) {
		return OF_ALL_LOGINS.get(error);
	}

	/**
	 * Return what a provider requires of authorization requests that is not supported
	 * (RFC 9126, section 5: it accepts no other ones).
	 */
	static @Nullable String unsupported(ClientRegistration registration) {
		Map<String, Object> metadata = registration.getProviderDetails().getConfigurationMetadata();
		return Boolean.TRUE.equals(metadata.get(PUSHED_REQUIRED)) ? PUSHED_REQUIRED : null;
	}

	/**
	 * Ask whether users can log in.
	 */
	public Mono<Boolean> accepts(ClientRegistration registration, String redirectUri) {
		return Mono.defer(() -> {
			String member = unsupported(registration);
			if (member != null) {
				throw failure(registration, redirectUri, PlatformError.LOGIN_UNSUPPORTED,
						"would be refused: '%s' is true in the provider's configuration".formatted(member), false);
			}
			return this.exchange
				.get(request(registration, redirectUri), "{authorization_endpoint}",
						(headers) -> headers.set(HttpHeaders.ACCEPT, "text/html"))
				.map((response) -> read(registration, redirectUri, response))
				// A page that is too long, or compressed
				.onErrorReturn(MalformedResponseException.class, false)
				.onErrorMap(ExchangeFailedException.class, (ex) -> failure(registration, redirectUri, ex.error(),
						"failed: " + PrintableText.of(String.valueOf(ex.getMessage())), true));
		});
	}

	private static URI request(ClientRegistration registration, String redirectUri) {
		OAuth2AuthorizationRequest.Builder request = OAuth2AuthorizationRequest.authorizationCode()
			.authorizationUri(uri(registration))
			.clientId(registration.getClientId())
			.redirectUri(redirectUri)
			.scopes(registration.getScopes())
			.state(UUID.randomUUID().toString());
		OAuth2AuthorizationRequestCustomizers.withPkce().accept(request);
		if (registration.getScopes().contains(OidcScopes.OPENID)) {
			request.additionalParameters(
					(parameters) -> parameters.putAll(Map.of("prompt", "none", "nonce", UUID.randomUUID().toString())));
		}
		return URI.create(request.build().getAuthorizationRequestUri());
	}

	private static String uri(ClientRegistration registration) {
		return Objects.requireNonNull(registration.getProviderDetails().getAuthorizationUri(), "authorizationUri");
	}

	/**
	 * RFC 6749, section 4.1.2.1: if client or redirect URI are wrong, the user is shown
	 * that instead of being sent back. Other errors may concern this request alone, which
	 * no browser sends: gateways refuse such ones.
	 */
	private boolean read(ClientRegistration registration, String redirectUri, BoundedResponse response) {
		int status = response.status();
		if (status < 300) {
			return false;
		}
		if (status < 400) {
			return read(registration, redirectUri, response.header(HttpHeaders.LOCATION));
		}
		PlatformError error = (status == 400) ? PlatformError.REDIRECT_URI : PlatformError.of(String.valueOf(status));
		throw failure(registration, redirectUri, error, "failed with status " + status, status != 400);
	}

	private boolean read(ClientRegistration registration, String redirectUri, @Nullable String location) {
		AuthorizationResponse response = (location != null && RedirectUri.isResponse(redirectUri, location))
				? parse(location) : null;
		if (response == null) {
			return false;
		}
		ErrorObject error = response.indicatesSuccess() ? null : response.toErrorResponse().getErrorObject();
		String code = (error != null) ? error.getCode() : null;
		PlatformError refusal = (code != null) ? ofAllLogins(code) : null;
		if (error != null && code != null && refusal != null) {
			throw failure(registration, redirectUri, refusal, "was refused: " + printable(code, error.getDescription()),
					OF_THIS_REQUEST.contains(code));
		}
		return true;
	}

	/**
	 * Return an error of an authorization response as it may be shown.
	 */
	static String printable(String error, @Nullable String description) {
		return PrintableText.of(error) + ((description != null) ? " (" + PrintableText.of(description) + ")" : "");
	}

	private static @Nullable AuthorizationResponse parse(String location) {
		try {
			return AuthorizationResponse.parse(URI.create(location));
		}
		catch (ParseException | IllegalArgumentException ex) {
			return null;
		}
	}

	private PlatformAuthorizationException failure(ClientRegistration registration, String redirectUri,
			PlatformError error, String reason, boolean retryable) {
		URI endpoint = PrintableUrl.of(URI.create(uri(registration)));
		String message = "No user can log in at client '%s': an authorization request at %s with the client_id '%s' and the redirect URI '%s' %s"
			.formatted(this.credentials.name(), endpoint, PrintableText.of(this.credentials.clientId()),
					PrintableText.of(redirectUri), reason);
		return new PlatformAuthorizationException(this.credentials.explain(error, message), error, PlatformStep.LOGIN,
				endpoint, retryable, null, null, null);
	}

}
