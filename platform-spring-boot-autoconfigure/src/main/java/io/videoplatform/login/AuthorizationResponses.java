package io.videoplatform.login;

import java.time.Clock;
import java.util.List;
import java.util.regex.Pattern;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.transport.PrintableUrl;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.util.MultiValueMap;

/**
 * Checks that an authorization response comes from the issuer that the login began with
 * (RFC 9207, section 2.4), before anything is done with its code.
 */
public final class AuthorizationResponses {

	/**
	 * Why a response is refused that the session knows no request for.
	 */
	public static final String UNKNOWN_STATE = "no login under way in this session has this state: the response was"
			+ " replayed, began in another browser, or the session was lost";

	private static final List<String> SINGLE = List.of("state", "code", "error", "iss");

	private static final String ISS_SUPPORTED = "authorization_response_iss_parameter_supported";

	private static final Pattern ERROR_PARAMETER = Pattern.compile("[?&]error(?:[=&#]|$)");

	private final LoginRegistrations registrations;

	private final Clock clock;

	private final PlatformEvent.Listener events;

	/**
	 * Create a new instance.
	 * @param registrations the clients at which users log in
	 * @param clock the clock
	 * @param events is told of responses that are refused
	 */
	public AuthorizationResponses(LoginRegistrations registrations, Clock clock, PlatformEvent.Listener events) {
		this.registrations = registrations;
		this.clock = clock;
		this.events = events;
	}

	/**
	 * Return whether parameters are those of a response to any login.
	 * @param parameters the parameters of a request
	 * @return whether they are
	 */
	public static boolean isResponse(MultiValueMap<String, String> parameters) {
		return parameters.containsKey("state") && (parameters.containsKey("code") || parameters.containsKey("error"));
	}

	/**
	 * Return what the state of a response names.
	 * @param parameters the parameters of the response
	 * @return the registration that the login began with, or {@code null} if it is none
	 * of ours or was begun by a resolver of the application's own
	 */
	public @Nullable String handle(MultiValueMap<String, String> parameters) {
		String handle = LoginState.handle(parameters.getFirst("state"));
		return (handle != null && this.registrations.isOurs(handle)) ? handle : null;
	}

	/**
	 * Return what the state of a response names, or else the session's request that it
	 * answers.
	 * @param parameters the parameters of the response
	 * @param began the request that the login began with, if the session has it
	 * @return the registration that the login began with, or {@code null} if it is none
	 * of ours
	 */
	public @Nullable String handle(MultiValueMap<String, String> parameters,
			@Nullable OAuth2AuthorizationRequest began) {
		String handle = handle(parameters);
		String kept = (began != null) ? began.getAttribute(OAuth2ParameterNames.REGISTRATION_ID) : null;
		return (handle == null && kept != null && this.registrations.isOurs(kept)) ? kept : handle;
	}

	/**
	 * Return the registration that a login belongs to.
	 * @param handle the registration that it began with
	 * @return the identifier of the registration
	 */
	public static String registrationId(String handle) {
		return LoginRegistrations.withoutHandle(handle);
	}

	/**
	 * Return whether Spring Security answers a response by leading to a page that tells
	 * of a failure, as it does by convention. A page of the application may have the word
	 * in its name.
	 * @param location the address that the browser is sent to, if it is sent somewhere
	 * @return whether the address has the parameter {@code error}
	 */
	public static boolean leadsToError(@Nullable String location) {
		return location != null && ERROR_PARAMETER.matcher(location).find();
	}

	/**
	 * Check a response to a login of ours.
	 * @param handle the registration that the login began with
	 * @param parameters the parameters of the response
	 * @return what a person should be told if it is refused, or nothing
	 */
	public Mono<LoginRefusal> check(String handle, MultiValueMap<String, String> parameters) {
		LoginClient client = this.registrations.client(LoginRegistrations.withoutHandle(handle));
		if (client == null) {
			return Mono.empty();
		}
		for (String name : SINGLE) {
			if (parameters.getOrDefault(name, List.of()).size() > 1) {
				return Mono
					.just(refused(client, "The answer of the identity provider names '%s' twice".formatted(name)));
			}
		}
		return Mono.fromFuture(() -> this.registrations.find(handle), true)
			.onErrorMap(LoginUnavailableException::of)
			.mapNotNull((registration) -> check(client, registration, parameters));
	}

	private @Nullable LoginRefusal check(LoginClient client, ClientRegistration registration,
			MultiValueMap<String, String> parameters) {
		String expected = registration.getProviderDetails().getIssuerUri();
		String issuer = parameters.getFirst("iss");
		if (issuer == null) {
			boolean required = Boolean.TRUE
				.equals(registration.getProviderDetails().getConfigurationMetadata().get(ISS_SUPPORTED));
			return required ? refused(client,
					"The answer names no issuer ('iss'), although %s announces that it does".formatted(expected))
					: told(client, parameters);
		}
		if (!issuer.equals(expected)) {
			return refused(client, "The answer came from issuer '%s', and not from '%s', where the login began"
				.formatted(PrintableUrl.text(issuer), expected));
		}
		return told(client, parameters);
	}

	private @Nullable LoginRefusal told(LoginClient client, MultiValueMap<String, String> parameters) {
		String error = parameters.getFirst("error");
		if (error != null) {
			String description = parameters.getFirst("error_description");
			tell(Level.INFO,
					"The provider ended a login at client '%s' without a code: %s%s".formatted(client.name(),
							PrintableUrl.text(error),
							(description != null) ? " (" + PrintableUrl.text(description) + ")" : ""));
		}
		return null;
	}

	private LoginRefusal refused(LoginClient client, String reason) {
		tell(Level.WARN, "A login at client '%s' was refused, and no code was sent anywhere: %s (RFC 9207)"
			.formatted(client.name(), reason));
		return new LoginRefusal(client.registrationId(), reason);
	}

	/**
	 * Tell that Spring Security refused a response to a login of ours.
	 * @param handle the registration that the login began with
	 * @param reason why, if that is known
	 */
	public void refusedBySpring(String handle, String reason) {
		tell(Level.WARN, "A login at registration '%s' was refused: %s".formatted(registrationId(handle),
				PrintableUrl.text(reason)));
	}

	private void tell(Level level, String message) {
		this.events.onEvent(new PlatformEvent(this.clock.instant(), PlatformStep.LOGIN, level, message));
	}

}
