package io.videoplatform.internal.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.token.endpoint.AssertionFile;
import io.videoplatform.internal.token.endpoint.ClientAssertionFactory;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator;
import io.videoplatform.internal.token.endpoint.ClientSecrets;
import io.videoplatform.internal.token.endpoint.KeyFile;
import io.videoplatform.internal.token.endpoint.SecretFile;
import io.videoplatform.internal.token.endpoint.SigningKey;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;

/**
 * Creates what authenticates clients, from the files and SSL bundles that their
 * properties name.
 */
final class ClientAuthenticatorFactory {

	private final EngineContext context;

	private final EventPublisher events;

	private final Map<String, ClientAuthenticator> authenticators = new ConcurrentHashMap<>();

	ClientAuthenticatorFactory(EngineContext context) {
		this.context = context;
		this.events = new EventPublisher(context.events(), context.clock());
	}

	/**
	 * Return what authenticates a client, the same for all platforms that are named at
	 * run time: it follows the updates of an SSL bundle as long as the application runs.
	 * @param certificate the SSL bundle whose certificate the client presents in
	 * connections that were made before this call, or {@code null} if it presents none
	 * @throws PlatformConfigurationException if its key cannot be used
	 */
	ClientAuthenticator get(ClientCredentials credentials, @Nullable KeyBundle certificate) {
		return this.authenticators.computeIfAbsent(credentials.name(), (name) -> create(credentials, certificate));
	}

	private ClientAuthenticator create(ClientCredentials credentials, @Nullable KeyBundle certificate) {
		ClientAuthentication authentication = credentials.authentication();
		Supplier<? extends @Nullable String> clientSecret = secret(credentials, "client-secret-location",
				authentication.secretLocation(), credentials.clientSecret());
		Supplier<? extends @Nullable String> password = secret(credentials, "password-location",
				authentication.passwordLocation(), credentials.password());
		Supplier<? extends @Nullable String> assertion = assertion(credentials);
		Supplier<? extends @Nullable SigningKey> key = authentication.signs() ? key(credentials) : none();
		Supplier<? extends @Nullable String> presented = (certificate != null) ? new SslBundleCertificate(certificate)
				: none();
		ClientSecrets secrets = new ClientSecrets(
				() -> new ClientSecrets.Values(clientSecret.get(), password.get(), assertion.get(), key.get(),
						presented.get()),
				authentication.isInFiles() ? this.context.files() : null, Ticker.systemTicker());
		return new ClientAuthenticator(credentials, secrets, authentication.signs()
				? new ClientAssertionFactory(credentials.property(authentication.property()), this.context.wallClock())
				: null);
	}

	private Supplier<? extends @Nullable String> secret(ClientCredentials credentials, String key,
			@Nullable String location, @Nullable String configured) {
		return (location != null) ? new SecretFile(credentials.property(key), file(credentials, key, location))
				: () -> configured;
	}

	private Supplier<? extends @Nullable String> assertion(ClientCredentials credentials) {
		ClientAuthentication.Assertion assertion = credentials.authentication().assertion();
		String key = credentials.authentication().property();
		return (assertion != null) ? new AssertionFile(credentials.property(key),
				file(credentials, key, assertion.location()), this.context.wallClock()) : none();
	}

	private static <T> Supplier<@Nullable T> none() {
		return () -> null;
	}

	private Resource file(ClientCredentials credentials, String key, String location) {
		return SecretLocation.resolve(credentials.property(key), location, this.context.resources());
	}

	private Supplier<SigningKey> key(ClientCredentials credentials) {
		ClientAuthentication authentication = credentials.authentication();
		String property = credentials.property(authentication.property());
		Consumer<String> warnings = (reason) -> warn(property, reason);
		try {
			String location = authentication.keyLocation();
			if (location != null) {
				return new KeyFile(file(credentials, authentication.property(), location), authentication.keyId(),
						warnings);
			}
			return new SslBundleKey(
					this.context.httpClients()
						.keys(new ClientSettings.Ssl(property, String.valueOf(authentication.keyBundle()))),
					authentication.keyId(), warnings);
		}
		catch (IllegalArgumentException ex) {
			throw new PlatformConfigurationException(PlatformError.CREDENTIALS_UNAVAILABLE, property, null,
					String.valueOf(ex.getMessage()),
					("Set '%s' to a JWK or '%s' to an SSL bundle with a private key for signatures:"
							+ " RSA of at least 2048 bits, or EC on the curve P-256, P-384 or P-521.")
						.formatted(credentials.property("client-key.location"),
								credentials.property("client-key.bundle")));
		}
	}

	private void warn(String property, String reason) {
		this.events.publish(PlatformStep.TOKEN_REQUEST, Level.WARN, PlatformError.CREDENTIALS_UNAVAILABLE,
				PlatformError.CREDENTIALS_UNAVAILABLE
					.explain("Property '%s' %s; the last key stays in use until that is corrected".formatted(property,
							reason)));
	}

}
