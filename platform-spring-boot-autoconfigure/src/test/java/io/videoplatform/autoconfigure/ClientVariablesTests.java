package io.videoplatform.autoconfigure;

import java.util.Map;

import io.videoplatform.client.PlatformClients;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.engine.PlatformSettings;
import io.videoplatform.internal.registration.ClientCredentials;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Clients that environment variables describe, alone or beside a file.
 */
class ClientVariablesTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PlatformAutoConfiguration.class))
		.withPropertyValues("platform.root-url=https://api.example.com", "platform.discovery.warm-up=false",
				"platform.clients.jobs.client-id=file", "platform.clients.jobs.client-secret=file",
				"platform.clients.jobs.grant-type=client_credentials");

	private ApplicationContextRunner withVariables(Map<String, Object> variables) {
		return this.runner.withInitializer((context) -> {
			MutablePropertySources sources = context.getEnvironment().getPropertySources();
			String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
			// before the values of the test, which stand for a file
			sources.remove(name);
			sources.addFirst(new SystemEnvironmentPropertySource(name, variables));
		});
	}

	@Test
	void startWhenVariableNamesAClientOfAFileThenItWins() {
		withVariables(Map.of("PLATFORM_CLIENTS_JOBS_CLIENTSECRET", "variable")).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(PlatformClients.class).names()).containsExactlyInAnyOrder("platform", "jobs");
			ClientSettings jobs = context.getBean(PlatformSettings.class).clients().get("jobs");
			assertThat(jobs).extracting(ClientSettings::credentials)
				.extracting(ClientCredentials::clientId, ClientCredentials::clientSecret)
				.containsExactly("file", "variable");
		});
	}

}
