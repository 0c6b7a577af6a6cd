package io.videoplatform.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When users log in.
 */
class OnPlatformLoginConditionTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			grant-type=authorization_code                                      | true
			grant-type=Authorization-Code                                      | true
			grant-type=${mine}; mine=authorization_code                        | true
			grant-type=client_credentials                                      | false
			grant-type=implicit                                                | false
			username=me; password=pw                                           | false
			root-url=https://api.example.com                                   | false
			grant-type=authorization_code; clients.jobs.grant-type=client_credentials | true
			grant-type=client_credentials; clients.web.grant-type=authorization_code  | true
			grant-type=client_credentials; clients.web.grant-type=password     | false
			clients.web.grant-type=AUTHORIZATION_CODE                          | true
			clients.web.client-id=web                                          | false
			grant-type=authorization_code; enabled=true                        | true
			""")
	void matchWhenAnyClientHasAuthorizationCodeThenTrue(String properties, boolean expected) {
		ApplicationContextRunner runner = new ApplicationContextRunner().withUserConfiguration(Login.class);
		for (String property : properties.split("; ")) {
			runner = runner.withPropertyValues((property.startsWith("mine") ? "" : "platform.") + property);
		}
		runner.run((context) -> assertThat(context.containsBean("login")).isEqualTo(expected));
	}

	@Configuration(proxyBeanMethods = false)
	@Conditional(OnPlatformLoginCondition.class)
	static class Login {

		@Bean
		String login() {
			return "login";
		}

	}

}
