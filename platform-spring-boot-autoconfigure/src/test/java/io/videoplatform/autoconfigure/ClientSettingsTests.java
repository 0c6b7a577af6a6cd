package io.videoplatform.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.registration.ClientAuthentication;
import io.videoplatform.internal.registration.ClientCredentials;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a client is made of, and what of it is inherited.
 */
class ClientSettingsTests {

	private static final String ROOT = "root-url=https://api.example.com; ";

	private static final String LOGIN = ROOT
			+ "client-id=web; client-secret=web-secret; grant-type=authorization_code; scope=openid,videos; ";

	private static final String ACCOUNT = ROOT + "username=me; password=pw; client-id=app; client-secret=app-secret; ";

	private static PlatformSettings settings(String properties) {
		Map<String, String> values = new LinkedHashMap<>();
		for (String property : properties.split("; *")) {
			String[] parts = property.split("=", 2);
			values.put("platform." + parts[0].trim(), parts[1].trim());
		}
		return settings(values);
	}

	private static PlatformSettings settings(Map<String, String> values) {
		PlatformProperties bound = new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("platform",
				PlatformProperties.class);
		return RefusedSettings.read(bound, bound::rootUrl);
	}

	private static ClientSettings client(String properties, String name) {
		ClientSettings client = settings(properties).clients().get(name);
		assertThat(client).isNotNull();
		return client;
	}

	private static @Nullable String summary(@Nullable ClientCredentials credentials) {
		return (credentials != null) ? "%s %s/%s %s/%s %s %s".formatted(credentials.grantType().getValue(),
				credentials.clientId(), credentials.clientSecret(), credentials.username(), credentials.password(),
				String.join(",", credentials.scopes().stream().sorted().toList()), credentials.property("client-id"))
				: null;
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					client-id=web; grant-type=authorization_code | authorization_code web/null null/null openid platform.client-id
					client-id=web; client-secret=s; grant-type=authorization-code | authorization_code web/s null/null openid platform.client-id
					client-id=web; client-secret=s; grant-type=AUTHORIZATION_CODE | authorization_code web/s null/null openid platform.client-id
					client-id=web; grant-type=authorization_code; scope=openid,profile | authorization_code web/null null/null openid,profile platform.client-id
					client-id=web; grant-type=authorization_code; scope= | authorization_code web/null null/null openid platform.client-id
					client-id=a; client-secret=s; grant-type=client-credentials | client_credentials a/s null/null  platform.client-id
					username=me; password=pw | password anonymous/null me/pw openid platform.client-id
					username=me; password=pw; grant-type= | password anonymous/null me/pw openid platform.client-id
					""")
	void mapWhenGrantIsKnownThenCredentials(String properties, String expected) {
		assertThat(summary(client(ROOT + properties, "platform").credentials())).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					login   | clients.jobs.grant-type=client_credentials | client_credentials web/web-secret null/null  platform.client-id
					login   | clients.jobs.grant-type=client_credentials; clients.jobs.scope=jobs | client_credentials web/web-secret null/null jobs platform.client-id
					login   | clients.jobs.grant-type=authorization_code | authorization_code web/web-secret null/null openid platform.client-id
					login   | clients.jobs.scope=openid,jobs | authorization_code web/web-secret null/null jobs,openid platform.client-id
					login   | clients.jobs.client-name=Jobs | authorization_code web/web-secret null/null openid,videos platform.client-id
					login   | clients.jobs.root-url=HTTPS://API.example.com:443/ | authorization_code web/web-secret null/null openid,videos platform.client-id
					login   | clients.jobs.username=me; clients.jobs.password=pw | password anonymous/null me/pw openid platform.clients.jobs.client-id
					login   | clients.jobs.client-id=j; clients.jobs.client-secret=s; clients.jobs.grant-type=client_credentials | client_credentials j/s null/null  platform.clients.jobs.client-id
					login   | clients.jobs.client-id=j; clients.jobs.grant-type=authorization_code | authorization_code j/null null/null openid platform.clients.jobs.client-id
					login   | clients.jobs.client-id=; clients.jobs.grant-type=client_credentials | client_credentials web/web-secret null/null  platform.client-id
					login   | clients.jobs.root-url=https://other.example.com |
					login   | clients.jobs.root-url=https://api.example.com:8443 |
					login   | clients.jobs.root-url=https://other.example.com; clients.jobs.username=me; clients.jobs.password=pw | password anonymous/null me/pw openid platform.clients.jobs.client-id
					account | clients.jobs.grant-type=client_credentials | client_credentials app/app-secret null/null  platform.client-id
					account | clients.jobs.grant-type=authorization_code | authorization_code app/app-secret null/null openid platform.client-id
					account | clients.jobs.grant-type=password | password app/app-secret me/pw openid platform.client-id
					account | clients.jobs.username=you; clients.jobs.password=own | password anonymous/null you/own openid platform.clients.jobs.client-id
					""")
	void inheritWhenCredentialsAreLeftOutThenWholeOrNotAtAll(String parent, String named, @Nullable String expected) {
		String properties = (parent.equals("login") ? LOGIN : ACCOUNT) + named;
		assertThat(summary(client(properties, "jobs").credentials())).isEqualTo(expected);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			clients.jobs.client-id=j; clients.jobs.client-secret=hunter2 | jobs.grant-type
			clients.jobs.client-id=j                    | jobs.client-id
			clients.jobs.client-secret=hunter2          | jobs.client-id
			clients.jobs.username=me                    | jobs.password
			clients.jobs.password=hunter2               | jobs.username
			clients.jobs.grant-type=password            | jobs.username
			clients.jobs.scope=videos                   | jobs.scope
			clients.jobs.issuer=login                   | jobs.issuer
			clients.jobs.root-url=                      | jobs.root-url
			clients.jobs.root-url=https://x.example/v1  | jobs.root-url
			clients.jobs.redirect-uri=/back             | jobs.redirect-uri
			clients.jobs.redirect-uri=https://me:hunter2@app.example.com | jobs.redirect-uri
			clients.jobs.trusted-origins=cdn            | jobs.trusted-origins
			clients.jobs.root-url=https://other.example.com; clients.jobs.grant-type=client_credentials | jobs.client-id
			clients.platform.scope=openid               | platform
			clients.Jobs.scope=openid                   | Jobs
			clients[night_jobs].scope=openid            | night_jobs
			clients[a/b].scope=openid                   | a/b
			clients[-a].scope=openid                    | -a
			""")
	void startWhenNamedClientIsMistakenThenFullNameOfTheProperty(String named, String property) {
		assertThatExceptionOfType(PlatformConfigurationException.class).isThrownBy(() -> settings(LOGIN + named))
			.satisfies((ex) -> assertThat(ex.getProperty()).isEqualTo("platform.clients." + property))
			.withMessageNotContaining("hunter2")
			.withMessageNotContaining("web-secret");
	}

	@ParameterizedTest
	@ValueSource(strings = { "jobs", "night-jobs", "2", "a1-" })
	void registrationIdWhenNamedThenBelowPlatform(String name) {
		ClientCredentials named = client(LOGIN + "clients." + name + ".grant-type=client_credentials", name)
			.credentials();
		assertThat(named).isNotNull();
		assertThat(named.registrationId()).isEqualTo("platform-" + name);
		assertThat(named.clientName()).isEqualTo(name);
	}

	@Test
	void inheritWhenSamePlatformThenAllButTheName() {
		String parent = LOGIN + "client-name=Videos; redirect-uri={baseUrl}/back/{registrationId}; "
				+ "issuer=https://login.example.com; trusted-origins=https://cdn.example.com; ";
		ClientSettings jobs = client(parent + "clients.jobs.client-name=jobs", "jobs");
		ClientSettings platform = client(parent, "platform");
		assertThat(jobs.discovery()).isEqualTo(platform.discovery());
		assertThat(jobs.trustedOrigins()).isEqualTo(platform.trustedOrigins()).isNotEmpty();
		assertThat(jobs.credentials()).isNotNull();
		assertThat(jobs.credentials().redirectUri()).isEqualTo("{baseUrl}/back/{registrationId}");
		assertThat(jobs.credentials().clientName()).isEqualTo("jobs");
		assertThat(platform.credentials()).isNotNull();
		assertThat(platform.credentials().clientName()).isEqualTo("Videos");
		assertThat(platform.credentials().registrationId()).isEqualTo("platform");
	}

	@Test
	void inheritWhenOtherPlatformThenNoTrustedOriginsButTheIssuer() {
		ClientSettings other = client(
				LOGIN + "issuer=https://login.example.com; trusted-origins=https://cdn.example.com; "
						+ "clients.other.root-url=https://other.example.com",
				"other");
		assertThat(other.trustedOrigins()).isEmpty();
		assertThat(other.discovery().issuer()).isEqualTo("https://login.example.com");
		assertThat(other.discovery().properties().issuer()).isEqualTo("platform.issuer");
		assertThat(other.credentials()).isNull();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					clients.jobs.grant-type=client_credentials                     | private_key_jwt, keys | {}
					clients.jobs.scope=openid                                      | private_key_jwt, keys | {audience=[api]}
					clients.jobs.token-request.parameters.resource=other           | private_key_jwt, keys | {resource=[other]}
					clients.jobs.client-id=j; clients.jobs.client-secret=s; clients.jobs.grant-type=client_credentials | | {}
					clients.jobs.root-url=https://other.example.com; clients.jobs.client-id=j; clients.jobs.grant-type=authorization_code | | {}
					clients.jobs.client-id=j; clients.jobs.grant-type=client_credentials; clients.jobs.client-secret-location=/s | /s | {}
					""")
	void inheritWhenClientHasAKeyThenWithItsIdentifierOnly(String named, @Nullable String expected, String parameters) {
		ClientCredentials jobs = client(ROOT + "client-id=web; grant-type=authorization_code; "
				+ "client-authentication-method=private_key_jwt; client-key.bundle=keys; "
				+ "token-request.parameters.audience=api; " + named, "jobs")
			.credentials();
		assertThat(jobs).isNotNull();
		ClientAuthentication authentication = jobs.authentication();
		assertThat(Stream.of(authentication.method(), authentication.keyBundle(), authentication.secretLocation())
			.filter(Objects::nonNull)
			.map(Object::toString)
			.collect(Collectors.joining(", "))).isEqualTo((expected != null) ? expected : "");
		assertThat(jobs.parameters()).hasToString(parameters);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					platform | client-id=web; client-secret=s; grant-type=client_credentials | platform.client-secret
					platform | client-id=web; grant-type=authorization_code | platform.client-secret
					platform | client-id=web; client-secret-location=/s; grant-type=client_credentials | platform.client-secret-location
					platform | client-id=web; client-authentication-method=private_key_jwt; client-key.location=/k; grant-type=client_credentials | platform.client-key.location
					platform | client-id=web; client-authentication-method=private_key_jwt; client-key.bundle=k; grant-type=client_credentials | platform.client-key.bundle
					platform | client-id=web; client-authentication-method=tls_client_auth; ssl.bundle=k; grant-type=client_credentials | platform.ssl.bundle
					jobs     | client-id=web; client-secret-location=/s; grant-type=client_credentials; clients.jobs.scope=a | platform.client-secret-location
					jobs     | client-id=web; client-secret-location=/s; grant-type=client_credentials; clients.jobs.client-id=j; clients.jobs.client-secret=s; clients.jobs.grant-type=client_credentials | platform.clients.jobs.client-secret
					jobs     | clients.jobs.client-id=j; clients.jobs.client-secret-location=/s; clients.jobs.grant-type=client_credentials | platform.clients.jobs.client-secret-location
					jobs     | clients.jobs.root-url=https://other.example.com; clients.jobs.client-id=j; clients.jobs.client-authentication-method=tls_client_auth; clients.jobs.ssl.bundle=k; clients.jobs.grant-type=client_credentials | platform.clients.jobs.ssl.bundle
					""")
	void cureWhenClientIsRefusedThenNamesWhatItProvesItselfBy(String name, String properties, String expected) {
		ClientSettings client = client(ROOT + properties, name);
		assertThat(client.credentials()).isNotNull();
		assertThat(List.of(client.credentials().cure(PlatformError.INVALID_CLIENT, false),
				PlatformError.INVALID_CLIENT.getCure(client.discovery().properties())))
			.allSatisfy((cure) -> assertThat(cure).contains("'" + expected + "'"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					password-location=/p | platform.password-location
					client-secret-location=/s | platform.client-secret-location
					client-id=a; client-secret=s; grant-type=client_credentials; username=me; password-location=/p | platform.password-location
					""")
	void startWhenSecretIsInAFileThenMessageNamesItsLocation(String properties, String expected) {
		assertThatExceptionOfType(PlatformConfigurationException.class).isThrownBy(() -> settings(ROOT + properties))
			.withMessageContaining("'" + expected + "'")
			.withMessageNotContaining("'" + expected.replace("-location", "") + "'");
	}

	@Test
	void mapWhenSecretHasBlanksThenKeptAndOfNothingButBlanksNotSet() {
		Map<String, String> values = new LinkedHashMap<>(
				Map.of("platform.root-url", "https://api.example.com", "platform.client-id", "app",
						"platform.grant-type", "client_credentials", "platform.client-secret", " a b "));
		assertThat(settings(values).defaultClient().credentials()).isNotNull()
			.returns(" a b ", ClientCredentials::clientSecret);
		values.put("platform.client-secret", "  ");
		assertThatExceptionOfType(PlatformConfigurationException.class).isThrownBy(() -> settings(values))
			.returns("platform.client-secret", PlatformConfigurationException::getProperty);
	}

	@Test
	void printWhenSettingsHoldSecretsThenNone() {
		PlatformSettings settings = settings(ACCOUNT
				+ "clients.jobs.username=you; clients.jobs.password=own-pw; clients.jobs.client-id=j; clients.jobs.client-secret=js-secret");
		assertThat(settings.toString()).contains("jobs").doesNotContain("pw", "secret");
		PlatformProperties.Client client = new PlatformProperties.Client(null, "me", "pw", "j", "js-secret", null, null,
				null, null, null, new PlatformProperties.ClientKey(null, null, null), null, null, null, null, null,
				null, null, new PlatformProperties.Ssl(null));
		assertThat(client.toString()).contains("j").doesNotContain("pw", "secret");
		assertThat(ConfiguredCredentials.of("jobs", client).toString()).contains("jobs").doesNotContain("pw", "secret");
	}

}
