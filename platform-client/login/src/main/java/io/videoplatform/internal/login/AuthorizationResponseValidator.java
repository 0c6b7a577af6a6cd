package io.videoplatform.internal.login;

import java.util.Objects;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.endpoint.OAuth2AuthorizationCodeGrantRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.OAuth2AuthorizationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.util.StringUtils;

/**
 * Checks authorization responses: that they come from the issuer that the login began
 * with (RFC 9207, section 2.4), to the redirect URI of that login (RFC 9700, section
 * 4.4.2), with no parameter repeated. A request is checked before Spring Security sees
 * it, and once more, with what Spring Security has read, before its code is sent.
 */
public final class AuthorizationResponseValidator {

	private static final String MALFORMED = "The parameters of the response are malformed, or too many (RFC 6749)";

	private static final String UNKNOWN_STATE = "No login under way in this session has this state: the response was"
			+ " replayed, began in another browser, or the session was lost";

	private static final String FOREIGN_RESPONSE = "No login is under way in this session, and the response came from"
			+ " another issuer than that of the registration (RFC 9207)";

	private static final String ISS_SUPPORTED = "authorization_response_iss_parameter_supported";

	private final LoginRegistrationRepository registrations;

	private final LoginEventPublisher events;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param events publishes the refusals
	 */
	public AuthorizationResponseValidator(LoginRegistrationRepository registrations, LoginEventPublisher events) {
		this.registrations = registrations;
		this.events = events;
	}

	/**
	 * Return the registration whose redirect URI a request is at.
	 * @param contextPath the context path of the application
	 * @param path the path of the request, context path included
	 * @return the identifier of the registration, or {@code null} if there is none
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
	 * Return whether a request may be an authorization response, or is at a redirect URI,
	 * where Spring Security takes it for one.
	 * @param request the request
	 * @return whether it has to be checked
	 */
	public boolean isCallback(CallbackRequest request) {
		return request.isResponse()
				|| (!request.form() && registrationAt(request.contextPath(), request.path()) != null);
	}

	/**
	 * Return whether an address is a redirect URI, where only the provider leads to.
	 * @param contextPath the context path of the application
	 * @param location the address
	 * @return whether it is
	 */
	public boolean isRedirectUri(String contextPath, String location) {
		String path = RedirectUri.path(location);
		return path != null && registrationAt(contextPath, path) != null;
	}

	/**
	 * Return the registration that a request belongs to: by its state, by the login that
	 * the session knows, or by its path.
	 * @param request the request
	 * @param began the request that the login began with, if the session has it
	 * @return the identifier of the registration, or {@code null} if it is none of ours
	 */
	public @Nullable String registrationId(CallbackRequest request, @Nullable OAuth2AuthorizationRequest began) {
		RegistrationHandle handle = handle(request, began);
		return (handle != null) ? handle.registrationId() : registrationAt(request.contextPath(), request.path());
	}

	private @Nullable RegistrationHandle handle(CallbackRequest request, @Nullable OAuth2AuthorizationRequest began) {
		RegistrationHandle handle = (began != null) ? handle(began)
				: RegistrationHandle.inState(request.parameter("state"));
		return (handle != null && this.registrations.client(handle.registrationId()) != null) ? handle : null;
	}

	private static @Nullable RegistrationHandle handle(OAuth2AuthorizationRequest began) {
		String text = began.getAttribute(OAuth2ParameterNames.REGISTRATION_ID);
		return (text != null) ? RegistrationHandle.parse(text) : null;
	}

	/**
	 * Check a request before Spring Security sees it.
	 * @param request the request
	 * @param began the request that the login began with, if the session has it
	 * @return why the response is refused, or nothing; fails with a
	 * {@link LoginUnavailableException} if the registration cannot be had
	 */
	public Mono<LoginRefusal> check(CallbackRequest request, @Nullable OAuth2AuthorizationRequest began) {
		String at = registrationAt(request.contextPath(), request.path());
		if (at != null && request.malformed()) {
			return Mono.fromSupplier(() -> refused(at, "malformed", MALFORMED));
		}
		if (at != null && request.form() && request.isResponse()) {
			return Mono.fromSupplier(() -> refused(at, "form_post",
					"The response came by a form (response_mode=form_post), which is not supported:"
							+ " the browser sends no session along"));
		}
		RegistrationHandle handle = handle(request, began);
		if (handle == null) {
			return (at != null && began != null) ? Mono.fromSupplier(() -> atAnotherPath(at)) : Mono.empty();
		}
		if (!request.isResponse()) {
			return Mono.empty();
		}
		return Mono.fromFuture(() -> this.registrations.find(handle), true)
			.onErrorMap(LoginUnavailableException::of)
			.mapNotNull((registration) -> checkAndNote(request, began, registration));
	}

	private @Nullable LoginRefusal checkAndNote(CallbackRequest request, @Nullable OAuth2AuthorizationRequest began,
			ClientRegistration registration) {
		LoginRefusal refusal = check(request, began, registration);
		LoginClient client = this.registrations.client(registration.getRegistrationId());
		String redirectUri = (began != null) ? began.getRedirectUri() : null;
		if (refusal == null && client != null && redirectUri != null) {
			client.acceptance().responded(registration, redirectUri, request.parameter("error"));
		}
		return refusal;
	}

	/**
	 * Check a response with what Spring Security has read of it, before its code is sent.
	 * @param request the request, or {@code null} if none is at hand
	 * @param grant what Spring Security is about to send
	 * @return why the response is refused, or {@code null}
	 */
	public @Nullable LoginRefusal check(@Nullable CallbackRequest request, OAuth2AuthorizationCodeGrantRequest grant) {
		ClientRegistration registration = grant.getClientRegistration();
		String at = (request != null) ? registrationAt(request.contextPath(), request.path()) : null;
		if (!this.registrations.contains(registration)) {
			return (at != null) ? atAnotherPath(at) : null;
		}
		OAuth2AuthorizationExchange exchange = grant.getAuthorizationExchange();
		if (request != null && request.malformed()) {
			return refused(registration.getRegistrationId(), "malformed", MALFORMED);
		}
		if (request == null || !isOf(exchange.getAuthorizationResponse(), request)) {
			return refused(registration.getRegistrationId(), "request",
					"The request that brought the response cannot be read");
		}
		return check(request, exchange.getAuthorizationRequest(), registration);
	}

	private static boolean isOf(OAuth2AuthorizationResponse response, CallbackRequest request) {
		return Objects.equals(response.getCode(), request.parameter("code"))
				&& Objects.equals(response.getState(), request.parameter("state"));
	}

	private @Nullable LoginRefusal check(CallbackRequest request, @Nullable OAuth2AuthorizationRequest began,
			ClientRegistration registration) {
		String registrationId = registration.getRegistrationId();
		String kind = (began != null) ? "response" : "response without a login";
		String repeated = request.repeated();
		if (repeated != null) {
			return refused(registrationId, kind + ", repeated",
					"The response of the identity provider names '%s' twice (RFC 6749)".formatted(repeated));
		}
		if (began != null && !RedirectUri.leadsTo(began.getRedirectUri(), request.contextPath(), request.path())) {
			return atAnotherPath(registrationId);
		}
		String issuer = request.parameter("iss");
		String reason = wrongIssuer(issuer, registration);
		if (reason == null) {
			return null;
		}
		LoginRefusal refusal = refused(registrationId, kind + ((issuer != null) ? ", another issuer" : ", no issuer"),
				reason);
		// Anyone can lead a browser here, and the page must not show what they wrote
		return (began != null || issuer == null) ? refusal : LoginRefusal.of(registrationId, FOREIGN_RESPONSE);
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
	 * Return why Spring Security did not accept a response, and report it unless that was
	 * done.
	 * @param registrationId the registration of the login
	 * @param request the request
	 * @param known whether the session knew the login
	 * @param reported why a part of ours refused the login, if one did
	 * @param message what Spring Security or the application says, if it is known
	 * @return what a person is shown
	 */
	public LoginRefusal failed(String registrationId, CallbackRequest request, boolean known,
			@Nullable Throwable reported, @Nullable String message) {
		String error = request.parameter("error");
		if (reported != null) {
			return LoginRefusal.of(registrationId, PrintableText.of(reason(reported)));
		}
		if (!known) {
			return refused(registrationId, "unknown state", UNKNOWN_STATE);
		}
		if (StringUtils.hasText(error) && !StringUtils.hasText(request.parameter("code"))) {
			return endedByProvider(registrationId, error, request.parameter("error_description"));
		}
		String reason = PrintableText.of((message != null) ? message : "the application did not accept the user");
		this.events.warn(PlatformError.LOGIN, registrationId + " not accepted",
				"A login at registration '%s' ended: %s".formatted(registrationId, reason));
		return LoginRefusal.of(registrationId, "The application did not accept the login");
	}

	private LoginRefusal endedByProvider(String registrationId, String error, @Nullable String description) {
		String reason = AuthorizationEndpoint.printable(error, description);
		report(registrationId, error,
				"The provider ended a login at registration '%s' without a code: %s".formatted(registrationId, reason));
		return error.equals("access_denied") ? LoginRefusal.cancelled(registrationId)
				: LoginRefusal.of(registrationId, "The identity provider ended the login: " + reason);
	}

	/**
	 * What a user has decided is no problem of the client's.
	 */
	private void report(String registrationId, String error, String message) {
		PlatformError refusal = AuthorizationEndpoint.ofAllLogins(error);
		LoginClient client = this.registrations.client(registrationId);
		if (refusal != null && client != null) {
			this.events.warnExplained(refusal, registrationId + " " + error,
					client.credentials().explain(refusal, message));
		}
		else {
			this.events.info(registrationId + " ended by provider", message);
		}
	}

	private static String reason(Throwable reported) {
		String description = (reported instanceof OAuth2AuthorizationException ex) ? ex.getError().getDescription()
				: null;
		String sentence = (description != null) ? description : String.valueOf(reported.getMessage());
		return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
	}

}
