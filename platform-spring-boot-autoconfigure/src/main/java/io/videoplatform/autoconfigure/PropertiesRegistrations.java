package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.login.LoginUnavailableException;
import io.videoplatform.login.OtherRegistrations;
import io.videoplatform.transport.PrintableUrl;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Provider;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The registrations that the application has by Boot's own properties. Each is made on
 * its first look-up, and again if that failed: one whose provider is down keeps neither
 * the application nor the others from working.
 */
final class PropertiesRegistrations implements OtherRegistrations {

	private final OAuth2ClientProperties properties;

	private final Clock clock;

	private final PlatformEvent.Listener events;

	private final ConcurrentMap<String, ClientRegistration> made = new ConcurrentHashMap<>();

	private final Set<String> down = ConcurrentHashMap.newKeySet();

	PropertiesRegistrations(OAuth2ClientProperties properties, Clock clock, PlatformEvent.Listener events) {
		this.properties = properties;
		this.clock = clock;
		this.events = events;
		properties.validate();
	}

	@Override
	public @Nullable ClientRegistration find(String registrationId) {
		ClientRegistration held = this.made.get(registrationId);
		Registration registration = this.properties.getRegistration().get(registrationId);
		if (held != null || registration == null) {
			return held;
		}
		// Not under the map's lock: the provider may be asked
		ClientRegistration created = reached(registrationId, registration);
		ClientRegistration other = this.made.putIfAbsent(registrationId, created);
		return (other != null) ? other : created;
	}

	private ClientRegistration reached(String registrationId, Registration registration) {
		String issuer = issuer(registrationId, registration);
		if (issuer == null) {
			return make(registrationId, registration);
		}
		try {
			ClientRegistration created = make(registrationId, registration);
			this.down.remove(registrationId);
			return created;
		}
		catch (RuntimeException ex) {
			throw unavailable(registrationId, issuer, ex);
		}
	}

	private LoginUnavailableException unavailable(String registrationId, String issuer, RuntimeException cause) {
		Throwable root = Objects.requireNonNullElse(NestedExceptionUtils.getRootCause(cause), cause);
		String message = "Nobody can log in at registration '%s' for now: what its provider %s says of itself cannot be had (%s)"
			.formatted(registrationId, PrintableUrl.text(issuer), PrintableUrl.text(root.toString()));
		if (this.down.add(registrationId)) {
			this.events.onEvent(new PlatformEvent(this.clock.instant(), PlatformStep.LOGIN, Level.WARN, message));
		}
		return new LoginUnavailableException(message, PlatformStep.LOGIN, null, null, cause);
	}

	private ClientRegistration make(String registrationId, Registration registration) {
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

	private ClientRegistration listed(Map.Entry<String, Registration> entry) {
		Registration registration = entry.getValue();
		String issuer = issuer(entry.getKey(), registration);
		if (issuer == null) {
			return Objects.requireNonNull(find(entry.getKey()));
		}
		String grant = registration.getAuthorizationGrantType();
		ClientRegistration.Builder placeholder = ClientRegistration.withRegistrationId(entry.getKey())
			.clientId(Objects.requireNonNull(registration.getClientId()))
			.clientName((registration.getClientName() != null) ? registration.getClientName() : issuer)
			.authorizationGrantType(
					(grant != null) ? new AuthorizationGrantType(grant) : AuthorizationGrantType.AUTHORIZATION_CODE)
			.redirectUri("about:blank")
			.authorizationUri("about:blank")
			.tokenUri("about:blank");
		return placeholder.build();
	}

	/**
	 * The issuer that has to be asked, or {@code null} if all is said by properties.
	 */
	private @Nullable String issuer(String registrationId, Registration registration) {
		String name = (registration.getProvider() != null) ? registration.getProvider() : registrationId;
		Provider provider = this.properties.getProvider().get(name);
		return (provider != null) ? provider.getIssuerUri() : null;
	}

}
