package io.videoplatform.autoconfigure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.ClientAssertionFactory;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.endpoint.KeyFile;
import io.videoplatform.internal.token.endpoint.SecretFile;
import io.videoplatform.internal.token.endpoint.SigningKey;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * Creates what authenticates clients, from the files and SSL bundles that their
 * properties name.
 */
final class ClientAuthenticatorFactory {

	/**
	 * A path without a scheme is one of the file system, as in the properties of SSL
	 * bundles.
	 */
	private static final ResourceLoader FILES = ApplicationResourceLoader.get(new DefaultResourceLoader(), true);

	private final EngineContext context;

	private final EventPublisher events;

	private final Map<ClientCredentials, ClientAuthenticator> authenticators = new ConcurrentHashMap<>();

	ClientAuthenticatorFactory(EngineContext context) {
		this.context = context;
		this.events = new EventPublisher(context.events(), context.clock());
	}

	/**
	 * Return what authenticates a client, the same for the same credentials: it follows
	 * the updates of an SSL bundle as long as the application runs.
	 * @throws PlatformConfigurationException if its key cannot be used
	 */
	ClientAuthenticator get(ClientCredentials credentials) {
		return this.authenticators.computeIfAbsent(credentials, this::create);
	}

	private ClientAuthenticator create(ClientCredentials credentials) {
		ClientAuthentication authentication = credentials.authentication();
		ClientSecrets secrets = ClientSecrets.of(credentials,
				secret(credentials, "client-secret-location", authentication.secretLocation()),
				secret(credentials, "password-location", authentication.passwordLocation()));
		return new ClientAuthenticator(credentials, secrets,
				authentication.signs() ? new ClientAssertionFactory(key(credentials), this.context.wallClock()) : null);
	}

	private static @Nullable SecretFile secret(ClientCredentials credentials, String key, @Nullable String location) {
		return (location != null) ? new SecretFile(credentials.property(key), FILES.getResource(location)) : null;
	}

	private Supplier<SigningKey> key(ClientCredentials credentials) {
		ClientAuthentication authentication = credentials.authentication();
		String property = credentials.property(authentication.property());
		Consumer<String> warnings = (reason) -> warn(property, reason);
		try {
			String location = authentication.keyLocation();
			if (location != null) {
				Resource file = FILES.getResource(location);
				return new KeyFile(file, authentication.keyId(), warnings);
			}
			return new KeyBundle(ReloadableBundle.named(property, String.valueOf(authentication.keyBundle()),
					this.context.sslBundles()), authentication.keyId(), warnings);
		}
		catch (IllegalArgumentException ex) {
			throw new PlatformConfigurationException(property, null, String.valueOf(ex.getMessage()),
					"Set '%s' to a JWK or '%s' to an SSL bundle with a private RSA or EC key for signatures.".formatted(
							credentials.property("client-key.location"), credentials.property("client-key.bundle")));
		}
	}

	private void warn(String property, String reason) {
		this.events.publish(PlatformStep.TOKEN_REQUEST, Level.WARN,
				"Property '%s' %s; the last key stays in use".formatted(property, reason));
	}

}
