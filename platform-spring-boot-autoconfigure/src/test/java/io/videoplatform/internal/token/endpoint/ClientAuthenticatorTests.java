package io.videoplatform.internal.token.endpoint;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.videoplatform.client.ProviderMetadata;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import io.videoplatform.internal.token.endpoint.ClientAuthenticator.Authentication;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Schedulers;

import org.springframework.security.oauth2.core.AuthorizationGrantType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a request is authenticated by.
 */
class ClientAuthenticatorTests {

	private static final String SECRET = "s3cret&=";

	private static Authentication authenticate(String clientId, @Nullable String secret, String... supported) {
		ClientCredentials credentials = CredentialsFixtures.of("platform", AuthorizationGrantType.CLIENT_CREDENTIALS,
				clientId, secret, null, null, Set.of());
		ClientSecrets secrets = new ClientSecrets(() -> new ClientSecrets.Values(secret, null, null, null, null), null,
				System::nanoTime);
		ProviderMetadata provider = TokenFixtures.provider("https://login.example.com");
		Authentication authentication = new ClientAuthenticator(credentials, secrets, null)
			.authenticate(new ProviderMetadata(provider.issuer(), true, provider.tokenEndpoint(),
					provider.authorizationEndpoint(), null, null, null, null, List.of(supported), false, Map.of(), null,
					null), Schedulers.immediate())
			.block();
		assertThat(authentication).isNotNull();
		return authentication;
	}

	@ParameterizedTest
	@ValueSource(strings = { " id ", "id", "i:d", "i d" })
	void authenticateThenAsTheProviderSupportsItAndTheClientIsConfigured(String clientId) {
		assertThat(authenticate(clientId, SECRET, "client_secret_post").parameters())
			.isEqualTo(Map.of("client_id", clientId, "client_secret", SECRET));
		assertThat(authenticate(clientId, null, "client_secret_basic", "client_secret_post").parameters())
			.isEqualTo(Map.of("client_id", clientId));
		Authentication basic = authenticate(clientId, SECRET, "client_secret_post", "client_secret_basic");
		assertThat(basic.parameters()).isEmpty();
		String encoded = clientId.replace(":", "%3A").replace(" ", "+") + ":s3cret%26%3D";
		assertThat(basic.basic()).isEqualTo(Base64.getEncoder().encodeToString(encoded.getBytes()));
	}

}
