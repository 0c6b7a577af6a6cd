package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.videoplatform.login.OtherRegistrations;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Provider;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The registrations that the application has by Boot's own properties. Each is made on
 * its first look-up, and again if that failed: one whose provider is down keeps neither
 * the application nor the others from working.
 */
final class PropertiesRegistrations implements OtherRegistrations {

	private final OAuth2ClientProperties properties;

	private final ConcurrentMap<String, ClientRegistration> made = new ConcurrentHashMap<>();

	PropertiesRegistrations(OAuth2ClientProperties properties) {
		this.properties = properties;
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
		ClientRegistration created = make(registrationId, registration);
		ClientRegistration other = this.made.putIfAbsent(registrationId, created);
		return (other != null) ? other : created;
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
