package io.videoplatform.autoconfigure;

import java.util.Map;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.registration.ClientCredentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients that environment variables describe, alone or beside a file.
 */
class ClientsBinderTests {

	private static final String[] FILE = { "platform.clients.my-jobs.client-id=file",
			"platform.clients.my-jobs.client-secret=file", "platform.clients.my-jobs.grant-type=client_credentials" };

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PlatformAutoConfiguration.class))
		.withPropertyValues("platform.root-url=https://api.example.com", "platform.discovery.warm-up=false");

	private ApplicationContextRunner withVariables(Map<String, Object> variables) {
		return this.runner.withInitializer((context) -> {
			MutablePropertySources sources = context.getEnvironment().getPropertySources();
			String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
			// before the values of the test, which stand for a file
			sources.remove(name);
			sources.addFirst(new SystemEnvironmentPropertySource(name, variables));
		});
	}

	private static ClientCredentials credentials(ApplicationContext context, String name) {
		ClientSettings client = context.getBean(PlatformSettings.class).clients().get(name);
		assertThat(client).isNotNull();
		assertThat(client.credentials()).isNotNull();
		return client.credentials();
	}

	private static void assertNames(AssertableApplicationContext context, String... names) {
		assertThat(context).hasNotFailed();
		assertThat(context.getBean(PlatformClients.class).names()).containsExactlyInAnyOrder(names);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PLATFORM_CLIENTS_MYJOBS_CLIENTSECRET", "PLATFORM_CLIENTS_MYJOBS_CLIENT_SECRET",
			"PLATFORM_CLIENTS_MY_JOBS_CLIENTSECRET", "PLATFORM_CLIENTS_MY_JOBS_CLIENT_SECRET" })
	void startWhenVariableNamesAClientOfAFileThenItWinsAndThereIsNoOther(String variable) {
		withVariables(Map.of(variable, "variable")).withPropertyValues(FILE).run((context) -> {
			assertNames(context, "platform", "my-jobs");
			assertThat(credentials(context, "my-jobs").clientSecret()).isEqualTo("variable");
			assertThat(credentials(context, "my-jobs").clientId()).isEqualTo("file");
		});
	}

	@Test
	void startWhenVariablesCompleteAClientOfAFileThenOneClient() {
		withVariables(Map.of("PLATFORM_CLIENTS_MYJOBS_CLIENTID", "variable", "PLATFORM_CLIENTS_MYJOBS_CLIENTSECRET",
				"variable", "PLATFORM_CLIENTS_MYJOBS_SCOPE_0", "read"))
			.withPropertyValues("platform.clients.my-jobs.grant-type=client_credentials")
			.run((context) -> {
				assertNames(context, "platform", "my-jobs");
				assertThat(credentials(context, "my-jobs").clientId()).isEqualTo("variable");
				assertThat(credentials(context, "my-jobs").scopes()).containsExactly("read");
			});
	}

	@Test
	void startWhenVariablesAreSpeltInSeveralWaysThenEachIsRead() {
		withVariables(Map.of("PLATFORM_CLIENTS_MY_JOBS_CLIENT_ID", "variable", "PLATFORM_CLIENTS_MYJOBS_CLIENT_SECRET",
				"variable", "PLATFORM_CLIENTS_MY_JOBS_SCOPE_0", "read", "PLATFORM_CLIENTS_MY_JOBS_SCOPE_1", "write"))
			.withPropertyValues(FILE)
			.run((context) -> {
				assertNames(context, "platform", "my-jobs");
				assertThat(credentials(context, "my-jobs").clientId()).isEqualTo("variable");
				assertThat(credentials(context, "my-jobs").clientSecret()).isEqualTo("variable");
				assertThat(credentials(context, "my-jobs").scopes()).containsExactlyInAnyOrder("read", "write");
			});
	}

	@Test
	void startWhenVariablesNameLongerPropertiesThenNotTheShorterOnes() {
		withVariables(Map.of("PLATFORM_CLIENTS_MY_JOBS_CLIENT_SECRET_LOCATION", "/secret",
				"PLATFORM_CLIENTS_MYJOBS_TOKENREQUEST_PARAMETERS_AUDIENCE", "api"))
			.withPropertyValues("platform.clients.my-jobs.client-id=file",
					"platform.clients.my-jobs.grant-type=client_credentials")
			.run((context) -> {
				assertThat(credentials(context, "my-jobs").clientSecret()).isNull();
				assertThat(credentials(context, "my-jobs").authentication().secretLocation()).isEqualTo("/secret");
				assertThat(credentials(context, "my-jobs").parameters()).containsOnlyKeys("audience");
			});
	}

	@Test
	void startWhenVariableHasAPlaceholderThenItIsResolved() {
		withVariables(Map.of("PLATFORM_CLIENTS_MYJOBS_CLIENTSECRET", "${own.secret}")).withPropertyValues(FILE)
			.withPropertyValues("own.secret=resolved")
			.run((context) -> assertThat(credentials(context, "my-jobs").clientSecret()).isEqualTo("resolved"));
	}

	@Test
	void startWhenSystemPropertyStatesTheClientThenItWinsOverTheVariable() {
		withVariables(Map.of("PLATFORM_CLIENTS_MYJOBS_CLIENTSECRET", "variable")).withPropertyValues(FILE)
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("commandLine",
						Map.of("platform.clients.my-jobs.client-secret", "command line"))))
			.run((context) -> assertThat(credentials(context, "my-jobs").clientSecret()).isEqualTo("command line"));
	}

	@Test
	void startWhenOnlyVariablesNameTheClientThenItIsThere() {
		withVariables(Map.of("PLATFORM_CLIENTS_MYJOBS_CLIENTID", "variable", "PLATFORM_CLIENTS_MYJOBS_CLIENT_SECRET",
				"variable", "PLATFORM_CLIENTS_MYJOBS_GRANTTYPE", "client_credentials"))
			.run((context) -> assertNames(context, "platform", "myjobs"));
	}

	@Test
	void startWhenVariableNamesAShorterClientThenBothAreThere() {
		withVariables(Map.of("PLATFORM_CLIENTS_MY_CLIENTID", "variable", "PLATFORM_CLIENTS_MY_CLIENTSECRET", "variable",
				"PLATFORM_CLIENTS_MY_GRANTTYPE", "client_credentials"))
			.withPropertyValues(FILE)
			.run((context) -> {
				assertNames(context, "platform", "my-jobs", "my");
				assertThat(credentials(context, "my-jobs").clientId()).isEqualTo("file");
			});
	}

	@ParameterizedTest
	@CsvSource({ "my-jobs,myjobs", "my-jobs,m-yjobs", "myjobs,myjob-s" })
	void startWhenNamesDifferByDashesOnlyThenStopsWithASentence(String one, String other) {
		this.runner
			.withPropertyValues("platform.clients.%s.client-id=a".formatted(one),
					"platform.clients.%s.client-id=b".formatted(other))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(PlatformConfigurationException.class)
				.hasMessageContaining("'platform.clients." + one + "'")
				.hasMessageContaining("'platform.clients." + other + "'")
				.hasMessageContaining("by dashes or capitals only"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Jobs", "nightJobs" })
	void startWhenNameCannotBeARegistrationIdThenStopsWithASentence(String name) {
		withVariables(Map.of("PATH", "/bin")).withPropertyValues("platform.clients.%s.scope=openid".formatted(name))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(PlatformConfigurationException.class)
				.hasMessageContaining("'platform.clients.%s' has a name that cannot be part".formatted(name)));
	}

	@Test
	void startWhenVariableTakesTheLoginAwayThenNobodyLogsIn() {
		withVariables(Map.of("PLATFORM_CLIENTS_MYJOBS_GRANTTYPE", "client_credentials")).withPropertyValues(FILE)
			.withPropertyValues("platform.clients.my-jobs.grant-type=authorization_code")
			.run((context) -> {
				assertNames(context, "platform", "my-jobs");
				assertThat(credentials(context, "my-jobs").usesLogin()).isFalse();
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.clients.my.app.client-id", "platform.clients.my.app.clientSecret",
			"platform.clients.my.app.token-request.parameters.audience" })
	void startWhenNameHasADotThenStopsWithASentence(String property) {
		this.runner.withPropertyValues(FILE)
			.withPropertyValues(property + "=canary")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(PlatformConfigurationException.class)
				.hasMessageContaining("'platform.clients.my.app' has a name with a dot")
				.hasMessageNotContaining("canary"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.clients.my-jobs.token-request.parameters.root-url",
			"platform.clients.my-jobs.owner.name", "platform.clients.my-jobs.owner" })
	void startWhenNameIsFollowedByAPropertyThenStarts(String property) {
		this.runner.withPropertyValues(FILE)
			.withPropertyValues(property + "=team")
			.run((context) -> assertNames(context, "platform", "my-jobs"));
	}

}
