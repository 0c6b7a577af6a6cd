package io.videoplatform.internal.login.scenarios;

import io.videoplatform.testing.TestPlatform;

import org.springframework.security.config.oauth2.client.CommonOAuth2Provider;
import org.springframework.security.oauth2.client.registration.ClientRegistration;

/**
 * Registrations at other providers.
 */
final class Registrations {

	private Registrations() {
	}

	/**
	 * Return what an application registers by itself.
	 */
	static ClientRegistration own() {
		return CommonOAuth2Provider.GITHUB.getBuilder("own").clientId("own-client").clientSecret("own-secret").build();
	}

	/**
	 * Return Boot's properties of two: one whose endpoints are known, and one whose
	 * issuer has to be asked.
	 */
	static String[] others(String issuer) {
		return new String[] { "spring.security.oauth2.client.registration.git.client-id=git-client",
				"spring.security.oauth2.client.registration.git.client-secret=git-secret",
				"spring.security.oauth2.client.registration.git.provider=github",
				"spring.security.oauth2.client.registration.corp.client-id=" + TestPlatform.CLIENT_ID,
				"spring.security.oauth2.client.registration.corp.client-secret=" + TestPlatform.CLIENT_SECRET,
				"spring.security.oauth2.client.registration.corp.scope=openid",
				"spring.security.oauth2.client.provider.corp.issuer-uri=" + issuer };
	}

}
