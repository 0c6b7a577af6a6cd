package io.videoplatform.internal.login;

import java.util.Objects;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.util.StringUtils;

/**
 * Checks authorization responses before their code is sent: that they come from the
 * issuer that the login began with (RFC 9207, section 2.4), to the redirect URI of that
 * login (RFC 9700, section 4.4.2), with no parameter repeated. It also says why a login
 * ends.
 */
public final class AuthorizationResponseValidator {

	private static final String UNKNOWN_STATE = "No login under way in this session has this state: the response was"
			+ " replayed, began in another browser, or the session was lost";

	private static final String ISS_SUPPORTED = "authorization_response_iss_parameter_supported";

	private final LoginRegistrationRepository registrations;

	private final LoginResolver logins;

	private final LoginEventPublisher events;

	/**
	 * Create a new instance.
	 */
	public AuthorizationResponseValidator(LoginRegistrationRepository registrations, LoginResolver logins,
			LoginEventPublisher events) {
		this.registrations = registrations;
		this.logins = logins;
		this.events = events;
	}

	/**
	 * Return the registration whose redirect URI a request is at, if it is at one.
	 */
	public @Nullable String registrationAt(String contextPath, String path) {
		return this.registrations.clients()
			.stream()
			.filter((client) -> RedirectUri.of(client.credentials()).isAt(contextPath, path))
			.map(LoginClient::registrationId)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return whether a response belongs to no login, in a session whose user is logged in
	 * at the same registration: that of the older of two tabs, for example.
	 */
	public boolean isLeftOver(String registrationId, CallbackRequest request,
			@Nullable OAuth2AuthorizationRequest began, Authentication user) {
		return began == null && request.isResponse() && registrationId.equals(this.logins.registrationOf(user));
	}

	/**
	 * Check a response with what Spring Security has read of it, and return why its code
	 * must not be sent.
	 */
	public @Nullable LoginRefusal check(@Nullable CallbackRequest request, OAuth2AuthorizationCodeGrantRequest grant) {
		ClientRegistration registration = grant.getClientRegistration();
		String at = (request != null) ? registrationAt(request.contextPath(), request.path()) : null;
		if (!this.registrations.contains(registration)) {
			return (at != null) ? atAnotherPath(at) : null;
		}
		if (request == null || !request.isOf(grant.getAuthorizationExchange().getAuthorizationResponse())) {
			return refused(registration.getRegistrationId(), "request",
					"The request that brought the response cannot be read");
		}
		return check(request, grant.getAuthorizationExchange().getAuthorizationRequest(), registration);
	}

	private @Nullable LoginRefusal check(CallbackRequest request, OAuth2AuthorizationRequest began,
			ClientRegistration registration) {
		String registrationId = registration.getRegistrationId();
		String repeated = request.repeated();
		if (repeated != null) {
			return refused(registrationId, "repeated",
					"The response of the identity provider names '%s' twice (RFC 6749)".formatted(repeated));
		}
		if (!RedirectUri.leadsTo(began.getRedirectUri(), request.contextPath(), request.path())) {
			return atAnotherPath(registrationId);
		}
		String wrongIssuer = wrongIssuer(request.parameter("iss"), registration);
		if (wrongIssuer != null) {
			return refused(registrationId, "issuer", wrongIssuer);
		}
		return began.getAuthorizationUri().equals(registration.getProviderDetails().getAuthorizationUri()) ? null
				: refused(registrationId, "provider",
						"The provider has changed since the login began, and the code is not sent to another one");
	}

	private static @Nullable String wrongIssuer(@Nullable String issuer, ClientRegistration registration) {
		String expected = registration.getProviderDetails().getIssuerUri();
		if (issuer == null) {
			boolean required = Boolean.TRUE
				.equals(registration.getProviderDetails().getConfigurationMetadata().get(ISS_SUPPORTED));
			return required ? "The response names no issuer ('iss'), although %s announces that it does (RFC 9207)"
				.formatted(expected) : null;
		}
		return issuer.equals(expected) ? null
				: "The response came from issuer '%s', and not from '%s', where the login began (RFC 9207)"
					.formatted(PrintableText.of(issuer), expected);
	}

	private LoginRefusal atAnotherPath(String registrationId) {
		return refused(registrationId, "path",
				"The response came to the redirect URI of another registration than the login's (RFC 9700)");
	}

	private LoginRefusal refused(String registrationId, String kind, String reason) {
		this.events.warn(PlatformError.LOGIN, registrationId + " " + kind,
				"A login at registration '%s' ended, and no code was sent anywhere: %s".formatted(registrationId,
						reason));
		return LoginRefusal.of(registrationId, reason);
	}

	/**
	 * Return why a response brings no login, which Spring Security is about to find out:
	 * its login is unknown, or the provider has ended it.
	 */
	public Mono<LoginRefusal> received(String registrationId, CallbackRequest request,
			@Nullable OAuth2AuthorizationRequest began) {
		if (!request.isResponse()) {
			return Mono.empty();
		}
		LoginClient client = Objects.requireNonNull(this.registrations.client(registrationId));
		if (began == null) {
			return Mono.fromSupplier(() -> refused(registrationId, "unknown state", UNKNOWN_STATE));
		}
		String error = request.parameter("error");
		if (!StringUtils.hasText(error) || StringUtils.hasText(request.parameter("code"))) {
			client.acceptance().responded();
			return Mono.empty();
		}
		return client.current().onErrorMap(LoginUnavailableException::of).map((registration) -> {
			LoginRefusal refusal = check(request, began, registration);
			if (refusal != null) {
				return refusal;
			}
			client.acceptance().responded(registration, Objects.requireNonNull(began.getRedirectUri()), error);
			return endedByProvider(client, error, request.parameter("error_description"));
		});
	}

	/**
	 * Return why a response is refused whose parameters cannot be read.
	 */
	public LoginRefusal malformed(String registrationId) {
		return refused(registrationId, "malformed",
				"The parameters of the response are malformed, or too many (RFC 6749)");
	}

	/**
	 * What a user has decided is no problem of the client's.
	 */
	private LoginRefusal endedByProvider(LoginClient client, String error, @Nullable String description) {
		String registrationId = client.registrationId();
		String reason = AuthorizationEndpointProbe.printable(error, description);
		String message = "The provider ended a login at registration '%s' without a code: %s".formatted(registrationId,
				reason);
		PlatformError refusal = AuthorizationEndpointProbe.ofAllLogins(error);
		if (refusal != null) {
			this.events.warnExplained(refusal, registrationId + " " + error,
					client.credentials().explain(refusal, message));
		}
		else {
			this.events.info(registrationId + " ended by provider", message);
		}
		return error.equals("access_denied") ? LoginRefusal.cancelled(registrationId)
				: LoginRefusal.of(registrationId, "The sign-in service ended the login: " + reason);
	}

	/**
	 * Return what a person is shown whose login Spring Security has not accepted.
	 */
	public LoginRefusal failed(String registrationId, @Nullable Object cause) {
		if (cause instanceof LoginRefusal known) {
			return known;
		}
		if (cause instanceof Throwable reported) {
			return LoginRefusal.of(registrationId, PrintableText.of(reason(reported)));
		}
		this.events.warn(PlatformError.LOGIN, registrationId + " not accepted",
				"A login at registration '%s' ended: the application did not accept the user"
					.formatted(registrationId));
		return LoginRefusal.of(registrationId, "The application did not accept the login");
	}

	private static String reason(Throwable reported) {
		String description = (reported instanceof OAuth2AuthorizationException ex) ? ex.getError().getDescription()
				: null;
		String sentence = (description != null) ? description : String.valueOf(reported.getMessage());
		return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
	}

}
