package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.event.EventLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.web.context.reactive.ReactiveWebApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.WebApplicationContext;

/**
 * Explains why users cannot log in at a web application although a client's grant is
 * {@code authorization_code}: a library is missing. Without a web server nothing is: a
 * job may work for users who log in elsewhere, whose tokens are in the store.
 */
final class LoginDependencyCheck {

	private static final Log logger = LogFactory.getLog("io.videoplatform");

	/**
	 * What Boot's starter for logins brings.
	 */
	static final String LIBRARY = "org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration";

	private static final String REASON = "lets users log in, which needs a library that is missing";

	private static final String ACTION = "Add the dependency"
			+ " 'org.springframework.boot:spring-boot-starter-security-oauth2-client'.";

	private LoginDependencyCheck() {
	}

	/**
	 * Check that users can log in where they are expected to. An application that shares
	 * a store may make calls for users who log in at another one, and is warned only.
	 * @throws PlatformConfigurationException if a library is missing
	 */
	static void check(PlatformSettings settings, ApplicationContext application, boolean sharesStore) {
		boolean web = application instanceof WebApplicationContext
				|| application instanceof ReactiveWebApplicationContext;
		if (!web || ClassUtils.isPresent(LIBRARY, null)) {
			return;
		}
		settings.all().stream().filter(ClientSettings::usesLogin).findFirst().ifPresent((client) -> {
			PlatformConfigurationException missing = new PlatformConfigurationException(
					ClientPropertyNames.prefixOf(client.name()) + ".grant-type",
					AuthorizationGrantType.AUTHORIZATION_CODE.getValue(), REASON, ACTION);
			if (!sharesStore) {
				throw missing;
			}
			logger.warn(EventLog.line(missing.getError(), String.valueOf(missing.getMessage())));
		});
	}

}
