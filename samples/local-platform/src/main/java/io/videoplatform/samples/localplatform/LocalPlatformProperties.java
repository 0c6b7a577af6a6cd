package io.videoplatform.samples.localplatform;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the local platform.
 *
 * @param username name of the first account; the second one is {@code editor}
 * @param password password of the first account
 * @param accessTokenLifetime time for which an access token is accepted, in whole seconds
 * @param refreshTokenLifetime time for which an unused refresh token is accepted
 * @param tokenEndpointDelay time that the token endpoint waits before it responds
 * @param webfingerLifetime time for which clients may keep a WebFinger response
 * @param configurationLifetime time for which clients may keep the provider configuration
 * @param redirectUris addresses to which a login may return, by default those of
 * applications on this machine; a {@code *} stands for any port or one segment of a path
 * @param postLogoutRedirectUris addresses to which a logout may return, by default the
 * root of applications on this machine; a {@code *} as above
 * @param maxUploadSize size of the largest video that may be uploaded
 * @param faults whether the platform can be told to fail, by anyone on this machine
 * @param stopWithStdin whether the platform ends when its standard input does, as it
 * happens when a parent process is gone
 * @since 0.1.0
 */
@ConfigurationProperties("local-platform")
public record LocalPlatformProperties(@DefaultValue("developer") String username,
		@DefaultValue("developer") String password, @DefaultValue("30s") Duration accessTokenLifetime,
		@DefaultValue("30m") Duration refreshTokenLifetime, @DefaultValue("0s") Duration tokenEndpointDelay,
		@DefaultValue("2m") Duration webfingerLifetime, @DefaultValue("2m") Duration configurationLifetime,
		@DefaultValue List<String> redirectUris, @DefaultValue List<String> postLogoutRedirectUris,
		@DefaultValue("4GB") DataSize maxUploadSize, @DefaultValue("false") boolean faults,
		@DefaultValue("false") boolean stopWithStdin) {

	private static final List<String> LOCAL_APPLICATIONS = List.of("http://127.0.0.1:*/login/oauth2/code/*",
			"http://localhost:*/login/oauth2/code/*", "http://127.0.0.1:*/", "http://localhost:*/");

	private static final List<String> LOCAL_ROOTS = List.of("http://127.0.0.1:*", "http://127.0.0.1:*/",
			"http://localhost:*", "http://localhost:*/");

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if a value makes no sense; the message names the
	 * property
	 */
	public LocalPlatformProperties {
		Assert.hasText(username, "local-platform.username must not be empty");
		Assert.hasText(password, "local-platform.password must not be empty");
		requireSecond("access-token-lifetime", accessTokenLifetime);
		requireSecond("refresh-token-lifetime", refreshTokenLifetime);
		requireNotNegative("token-endpoint-delay", tokenEndpointDelay);
		requireNotNegative("webfinger-lifetime", webfingerLifetime);
		requireNotNegative("configuration-lifetime", configurationLifetime);
		redirectUris = redirectUris.isEmpty() ? LOCAL_APPLICATIONS : List.copyOf(redirectUris);
		postLogoutRedirectUris = postLogoutRedirectUris.isEmpty() ? LOCAL_ROOTS : List.copyOf(postLogoutRedirectUris);
	}

	private static void requireSecond(String name, Duration value) {
		Assert.isTrue(value.toSeconds() >= 1,
				() -> "local-platform.%s must be at least 1s but is %s".formatted(name, value));
	}

	private static void requireNotNegative(String name, Duration value) {
		Assert.isTrue(!value.isNegative(),
				() -> "local-platform.%s must not be negative but is %s".formatted(name, value));
	}

}
