package io.videoplatform.autoconfigure.login;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.event.LimitedEventPublisher;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.login.DelegateRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Provider;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The registrations that the application configures by Boot's own properties. Boot maps
 * each when it is first used, so that a provider that is down affects its own logins
 * alone.
 */
final class BootRegistrationRepository implements DelegateRegistrationRepository {

	private final OAuth2ClientProperties properties;

	private final ConcurrentMap<String, ClientRegistration> mapped = new ConcurrentHashMap<>();

	private final LimitedEventPublisher events;

	BootRegistrationRepository(OAuth2ClientProperties properties, EventPublisher events) {
		properties.validate();
		this.events = new LimitedEventPublisher(events);
		this.properties = properties;
	}

	@Override
	public @Nullable ClientRegistration find(String registrationId) {
		Registration registration = this.properties.getRegistration().get(registrationId);
		ClientRegistration known = this.mapped.get(registrationId);
		if (registration == null || known != null) {
			return known;
		}
		try {
			ClientRegistration found = map(registrationId, registration);
			this.mapped.put(registrationId, found);
			return found;
		}
		catch (RuntimeException ex) {
			throw unavailable(registrationId, registration, ex);
		}
	}

	private LoginUnavailableException unavailable(String registrationId, Registration registration,
			RuntimeException ex) {
		String message = "Logins at registration '%s' are unavailable for now: the metadata of its provider %s cannot be read (%s)"
			.formatted(registrationId, PrintableText.of(String.valueOf(issuer(registrationId, registration))),
					PrintableText.of(ex.toString()));
		this.events.publish(PlatformStep.LOGIN, Level.WARN, PlatformError.PROVIDER_CONFIGURATION, registrationId,
				message, PlatformError.PROVIDER_CONFIGURATION::explain);
		return new LoginUnavailableException(PlatformError.PROVIDER_CONFIGURATION.explain(message),
				PlatformError.PROVIDER_CONFIGURATION, PlatformStep.LOGIN, null, null, ex)
			.at(registrationId);
	}

	private ClientRegistration map(String registrationId, Registration registration) {
		OAuth2ClientProperties one = new OAuth2ClientProperties();
		one.getRegistration().put(registrationId, registration);
		one.getProvider().putAll(this.properties.getProvider());
		return Objects
			.requireNonNull(new OAuth2ClientPropertiesMapper(one).asClientRegistrations().get(registrationId));
	}

	@Override
	public List<ClientRegistration> listed() {
		return this.properties.getRegistration().entrySet().stream().map(this::listed).toList();
	}

	/**
	 * A registration whose provider would get a request is listed by its name alone.
	 */
	private ClientRegistration listed(Map.Entry<String, Registration> entry) {
		Registration registration = entry.getValue();
		String issuer = issuer(entry.getKey(), registration);
		if (issuer == null) {
			return Objects.requireNonNull(find(entry.getKey()));
		}
		String name = registration.getClientName();
		String grant = registration.getAuthorizationGrantType();
		return ClientRegistration.withRegistrationId(entry.getKey())
			.clientId(Objects.requireNonNull(registration.getClientId()))
			.clientName((name != null) ? name : issuer)
			.authorizationGrantType(
					(grant != null) ? new AuthorizationGrantType(grant) : AuthorizationGrantType.AUTHORIZATION_CODE)
			.redirectUri("about:blank")
			.authorizationUri("about:blank")
			.tokenUri("about:blank")
			.build();
	}

	/**
	 * Return the issuer that Boot requests metadata from, if it does.
	 */
	private @Nullable String issuer(String registrationId, Registration registration) {
		String named = registration.getProvider();
		Provider provider = this.properties.getProvider().get((named != null) ? named : registrationId);
		return (provider != null) ? provider.getIssuerUri() : null;
	}

}
