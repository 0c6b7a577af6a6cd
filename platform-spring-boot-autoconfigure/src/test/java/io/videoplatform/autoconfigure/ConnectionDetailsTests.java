package io.videoplatform.autoconfigure;

import java.util.Map;

import io.videoplatform.autoconfigure.PlatformConnectionDetails.Credentials;
import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What connection details say takes precedence over properties, and what they leave out
 * stays as the properties say.
 */
class ConnectionDetailsTests {

	private static final String ISSUER = "http://127.0.0.1:8089/realms/test";

	private final TestDetails details = new TestDetails(
			Map.of("platform", new Credentials(GrantType.PASSWORD, "tests", null, "ann", "a-password"), "jobs",
					new Credentials(GrantType.CLIENT_CREDENTIALS, "test-jobs", "test-secret", null, null)));

	private static PlatformSettings settings(PlatformConnectionDetails details, Map<String, String> properties) {
		PlatformProperties bound = new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("platform",
				PlatformProperties.class);
		return RefusedSettings.read(bound, details);
	}

	private static ClientCredentials credentials(PlatformSettings settings, String name) {
		ClientSettings client = settings.clients().get(name);
		assertThat(client).isNotNull();
		assertThat(client.credentials()).isNotNull();
		return client.credentials();
	}

	@Test
	void settingsWhenNoPropertyIsSetThenThoseOfTheDetails() {
		PlatformSettings settings = settings(this.details, Map.of());
		assertThat(settings.defaultClient().root().toString()).startsWith("http://127.0.0.1:8089");
		assertThat(settings.defaultClient().discovery().issuer()).isEqualTo(ISSUER);
		assertThat(credentials(settings, "platform")).returns("tests", ClientCredentials::clientId)
			.returns("ann", ClientCredentials::username)
			.returns("a-password", ClientCredentials::password)
			.returns(true, ClientCredentials::usesPassword);
	}

	@Test
	void settingsWhenPropertiesAreSetThenTheDetailsReplaceThem() {
		PlatformSettings settings = settings(this.details,
				Map.of("platform.root-url", "https://api.example.com", "platform.issuer", "https://login.example.com",
						"platform.client-id", "web", "platform.client-secret", "s", "platform.grant-type",
						"authorization_code", "platform.clients.jobs.root-url", "https://jobs.example.com",
						"platform.clients.jobs.client-id", "jobs", "platform.clients.jobs.scope", "videos"));
		assertThat(settings.all()).allSatisfy((client) -> {
			assertThat(client.root()).isEqualTo(settings.defaultClient().root());
			assertThat(client.discovery().issuer()).isEqualTo(ISSUER);
		});
		assertThat(credentials(settings, "platform")).returns("tests", ClientCredentials::clientId)
			.returns(null, ClientCredentials::clientSecret);
		assertThat(credentials(settings, "jobs")).returns("test-jobs", ClientCredentials::clientId)
			.returns("test-secret", ClientCredentials::clientSecret)
			.satisfies((jobs) -> assertThat(jobs.scopes()).containsExactly("videos"));
	}

	@Test
	void settingsWhenTheDetailsNameARootUrlThenBundlesOfNamedClientsAreNotForIt() {
		PlatformSettings settings = settings(this.details,
				Map.of("platform.root-url", "https://api.example.com", "platform.ssl.bundle", "own",
						"platform.clients.jobs.root-url", "https://jobs.example.com",
						"platform.clients.jobs.ssl.bundle", "jobs", "platform.clients.more.root-url",
						"https://more.example.com", "platform.clients.more.ssl.bundle", "more"));
		assertThat(settings.all()).allSatisfy(
				(client) -> assertThat(client.ssl()).isEqualTo(new ClientSettings.Ssl("platform.ssl.bundle", "own")));
	}

	@Test
	void settingsWhenTheDetailsNameTheRootUrlOnlyThenTheRestIsThatOfTheProperties() {
		PlatformSettings settings = settings(() -> "http://127.0.0.1:8089",
				Map.of("platform.root-url", "https://api.example.com", "platform.username", "me", "platform.password",
						"pw", "platform.clients.other.root-url", "https://other.example.com"));
		assertThat(settings.defaultClient().root().toString()).startsWith("http://127.0.0.1:8089");
		assertThat(credentials(settings, "platform").username()).isEqualTo("me");
		assertThat(settings.clients().get("other")).satisfies((other) -> {
			assertThat(other.root().toString()).startsWith("https://other.example.com");
			assertThat(other.credentials()).isNull();
		});
	}

	@Test
	void credentialsWhenPrintedThenNoSecret() {
		assertThat(this.details.getCredentials("platform").toString()).contains("tests").doesNotContain("a-password");
		assertThat(this.details.getCredentials("jobs").toString()).doesNotContain("test-secret");
	}

	private record TestDetails(Map<String, Credentials> credentials) implements PlatformConnectionDetails {

		@Override
		public String getRootUrl() {
			return "http://127.0.0.1:8089";
		}

		@Override
		public String getRootUrl(String client) {
			return getRootUrl();
		}

		@Override
		public String getIssuer(String client) {
			return ISSUER;
		}

		@Override
		public @Nullable Credentials getCredentials(String client) {
			return this.credentials.get(client);
		}

	}

}
