package io.videoplatform.test;

import java.util.Locale;
import java.util.stream.Stream;

import io.videoplatform.autoconfigure.PlatformConnectionDetails;
import io.videoplatform.autoconfigure.PlatformProperties;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.client.PlatformClients;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.StringUtils;

/**
 * Leads all clients of an application to a mock platform. The grants stay as the
 * properties say, so that what is ambiguous stops the start in tests, too.
 */
final class MockPlatformConnectionDetails implements PlatformConnectionDetails {

	private static final Credentials NONE = new Credentials(null, null, null, null, null);

	private final MockPlatform platform;

	private final ObjectProvider<PlatformProperties> properties;

	MockPlatformConnectionDetails(MockPlatform platform, ObjectProvider<PlatformProperties> properties) {
		this.platform = platform;
		this.properties = properties;
	}

	@Override
	public String getRootUrl() {
		return this.platform.rootUrl();
	}

	@Override
	public String getRootUrl(String client) {
		return this.platform.rootUrl();
	}

	@Override
	public String getIssuer(String client) {
		return this.platform.issuer();
	}

	@Override
	public Credentials getCredentials(String client) {
		PlatformProperties all = this.properties.getObject();
		PlatformProperties.Client named = all.clients().get(client);
		if (client.equals(PlatformClients.DEFAULT) || named == null) {
			return ofDefaultClient(client, all);
		}
		if (!hasNone(named)) {
			return credentials(client, named.grantType(), named.username(), canAuthenticate(named.clientSecret(),
					named.clientSecretLocation(), named.clientAssertionLocation(), named.clientKey()));
		}
		return isOfAnotherPlatform(named, all) ? NONE : ofDefaultClient(client, all);
	}

	private Credentials ofDefaultClient(String client, PlatformProperties all) {
		return credentials(client, all.grantType(), all.username(), canAuthenticate(all.clientSecret(),
				all.clientSecretLocation(), all.clientAssertionLocation(), all.clientKey()));
	}

	/**
	 * In production a client of another root URL inherits nothing.
	 */
	private static boolean isOfAnotherPlatform(PlatformProperties.Client named, PlatformProperties all) {
		return named.rootUrl() != null && (all.rootUrl() == null || !same(named.rootUrl(), all.rootUrl()));
	}

	private static boolean same(String rootUrl, String other) {
		return normalized(rootUrl).equals(normalized(other));
	}

	private static String normalized(String rootUrl) {
		return StringUtils.trimTrailingCharacter(rootUrl.strip().toLowerCase(Locale.ROOT), '/');
	}

	private static boolean hasNone(PlatformProperties.Client named) {
		return named.grantType() == null && !StringUtils.hasText(named.username())
				&& !StringUtils.hasText(named.clientId()) && !StringUtils.hasText(named.clientSecret());
	}

	private static boolean canAuthenticate(@Nullable String secret, @Nullable String secretLocation,
			@Nullable String assertionLocation, PlatformProperties.ClientKey key) {
		return Stream.of(secret, secretLocation, assertionLocation, key.location(), key.bundle())
			.anyMatch(StringUtils::hasText);
	}

	/**
	 * A secret or a key without a grant is ambiguous, and stays so. Without any of them
	 * the grant is that of an account.
	 */
	private Credentials credentials(String client, @Nullable GrantType grant, @Nullable String username,
			boolean confidential) {
		boolean account = (grant != null) ? grant == GrantType.PASSWORD
				: (StringUtils.hasText(username) || !confidential);
		return new Credentials(grant, client, this.platform.accounts().register(client),
				account ? MockAccounts.USERNAME : null, account ? this.platform.accounts().password() : null);
	}

}
