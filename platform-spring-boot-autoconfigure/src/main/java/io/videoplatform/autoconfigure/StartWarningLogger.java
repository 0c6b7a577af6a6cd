package io.videoplatform.autoconfigure;

import java.util.StringJoiner;

import io.videoplatform.PlatformError;
import io.videoplatform.browser.BrowserFlow;
import io.videoplatform.internal.browser.BrowserSettings;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.event.EventLog;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.store.PlatformStore;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Warns once at start of settings that weaken security.
 */
final class StartWarningLogger implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	private final PlatformSettings settings;

	private final ObjectProvider<BrowserSettings> browser;

	private final ObjectProvider<PlatformStore> store;

	StartWarningLogger(PlatformSettings settings, ObjectProvider<BrowserSettings> browser,
			ObjectProvider<PlatformStore> store) {
		this.settings = settings;
		this.browser = browser;
		this.store = store;
	}

	@Override
	public void afterSingletonsInstantiated() {
		boolean anyCredentials = false;
		StringJoiner byPassword = new StringJoiner(" and ");
		for (ClientSettings client : this.settings.all()) {
			ClientCredentials credentials = client.credentials();
			anyCredentials |= credentials != null;
			if (credentials != null && credentials.usesPassword()) {
				byPassword.add("client '%s'".formatted(client.name()));
			}
		}
		if (!anyCredentials && this.browser.getIfAvailable() == null) {
			warn(PlatformError.CREDENTIALS_MISSING,
					"No client has credentials, so that calls fail unless they set an 'Authorization' header");
		}
		if (byPassword.length() > 0) {
			logger.warn(EventLog.line(PlatformError.CONFIGURATION,
					("Tokens of %s are obtained by the password grant, which RFC 9700 (section 2.4) advises against."
							+ " Set 'platform.grant-type' to 'client_credentials' for a service account or to"
							+ " 'authorization_code' for logged-in users.")
						.formatted(byPassword)));
		}
		if (!this.settings.plainHttpOrigins().isEmpty()) {
			warn(PlatformError.PLAIN_HTTP,
					"Tokens and credentials travel without TLS to %s".formatted(this.settings.plainHttpOrigins()));
		}
		this.browser.ifAvailable(StartWarningLogger::warnOfImplicitFlow);
		this.store.ifAvailable(StartWarningLogger::warnOfStoredTokens);
	}

	private static void warnOfImplicitFlow(BrowserSettings browser) {
		if (browser.flow() == BrowserFlow.IMPLICIT) {
			logger.warn(EventLog.line(PlatformError.CONFIGURATION,
					"Browser applications obtain tokens by the implicit grant, which RFC 9700 (section 2.1.2) advises"
							+ " against. Set 'platform.browser.flow' to 'standard', the authorization code with PKCE."));
		}
	}

	private static void warnOfStoredTokens(PlatformStore store) {
		if (!store.isEncrypted()) {
			warn(PlatformError.STORE_KEYS,
					"Tokens are stored without protection: anyone who can read the store of type '%s' can use them"
						.formatted(store.type()));
		}
	}

	private static void warn(PlatformError error, String message) {
		logger.warn(EventLog.explained(error, message));
	}

}
