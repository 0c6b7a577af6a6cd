package io.videoplatform.autoconfigure;

import java.util.List;

import io.videoplatform.PlatformError;
import io.videoplatform.browser.BrowserFlow;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.login.LoginClient;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;

/**
 * Warns once at start of settings that weaken security, of an effect on Boot, and of a
 * repository of registrations that users cannot log in with.
 */
final class StartWarningLogger implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final ListableBeanFactory beans;

	private final Environment environment;

	private final PlatformSettings settings;

	StartWarningLogger(ListableBeanFactory beans, Environment environment, PlatformSettings settings) {
		this.beans = beans;
		this.environment = environment;
		this.settings = settings;
	}

	@Override
	public void afterSingletonsInstantiated() {
		List<String> byPassword = clientsByPassword();
		if (!byPassword.isEmpty()) {
			warn(PlatformError.PASSWORD_GRANT,
					"Tokens of %s are obtained by the password grant, which RFC 9700 (section 2.4) advises against"
						.formatted(String.join(" and ", byPassword)));
		}
		if (!this.settings.plainHttpOrigins().isEmpty()) {
			warn(PlatformError.PLAIN_HTTP_ALLOWED,
					"Tokens and credentials travel without TLS to %s".formatted(this.settings.plainHttpOrigins()));
		}
		this.beans.getBeanProvider(BrowserSettings.class).ifAvailable(StartWarningLogger::warnOfImplicitFlow);
		this.beans.getBeanProvider(PlatformStore.class).ifAvailable(StartWarningLogger::warnOfStoredTokens);
		if (new GeneratedUser(this.beans, this.environment).isLost()) {
			warn(PlatformError.GENERATED_USER,
					"Spring Boot creates no user with a generated password while an OAuth2 client is on the class path");
		}
	}

	/**
	 * Warn that users cannot log in at the platform because the application has a
	 * repository of registrations of its own.
	 */
	static void warnOfForeignRepository(LoginClients logins) {
		for (LoginClient client : logins.registrations().clients()) {
			warn(PlatformError.FOREIGN_REGISTRATIONS,
					("The application has a repository of client registrations of its own, and users cannot log in at"
							+ " client '%s'")
						.formatted(client.credentials().name()));
		}
	}

	private static void warnOfImplicitFlow(BrowserSettings browser) {
		if (browser.flow() == BrowserFlow.IMPLICIT) {
			warn(PlatformError.IMPLICIT_GRANT,
					"Browser applications obtain tokens by the implicit grant, which RFC 9700"
							+ " (section 2.1.2) advises against");
		}
	}

	private static void warnOfStoredTokens(PlatformStore store) {
		if (!store.isEncrypted()) {
			warn(PlatformError.STORE_UNENCRYPTED,
					"Tokens are stored without protection: anyone who can read the store of type '%s' can use them"
						.formatted(store.type()));
		}
	}

	private static void warn(PlatformError error, String message) {
		logger.warn(EventLog.explained(error, message));
	}

	private List<String> clientsByPassword() {
		return this.settings.all()
			.stream()
			.filter((client) -> client.credentials() != null && client.credentials().usesPassword())
			.map((client) -> "client '%s'".formatted(client.name()))
			.toList();
	}

}
