package io.videoplatform.autoconfigure;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which values of a property decide whether a bean exists.
 */
class OnPlatformPropertyConditionTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			true         | true
			${none: }true${none: } | true
			TRUE         | true
			yes          | true
			on           | true
			1            | true
			${mine}      | true
			false        | false
			false${none: } | false
			no           | false
			maybe        | false
			${not-there} | false
			""           | false
			""")
	void matchWhenValueIsBoundToTrueThenTrue(String value, boolean expected) {
		new ApplicationContextRunner().withUserConfiguration(Beans.class)
			.withPropertyValues("mine=true", "platform.login.back-channel-logout=" + value,
					"platform.discovery.warm-up=" + value)
			.run((context) -> {
				assertThat(context.containsBean("logout")).isEqualTo(expected);
				assertThat(context.containsBean("warmUp")).isEqualTo(expected || value.isEmpty());
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			redis          | true
			redis${none: } | true
			Redis          | true
			jdbc           | false
			radish         | false
			""")
	void matchWhenValueIsBoundToConstantThenTrue(String value, boolean expected) {
		new ApplicationContextRunner().withUserConfiguration(Beans.class)
			.withPropertyValues("platform.store.type=" + value)
			.run((context) -> assertThat(context.containsBean("store")).isEqualTo(expected));
	}

	@ParameterizedTest
	@CsvSource({ "login.back-channel-logout, logout, false", "discovery.warm-up, warmUp, true",
			"store.type, store, false" })
	void matchWhenThereIsNoValueThenAsTheConditionSays(String property, String bean, boolean expected) {
		new ApplicationContextRunner().withUserConfiguration(Beans.class)
			.run((context) -> assertThat(context.containsBean(bean)).as(property).isEqualTo(expected));
	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		@ConditionalOnPlatformProperty(name = "platform.login.back-channel-logout")
		String logout() {
			return "logout";
		}

		@Bean
		@ConditionalOnPlatformProperty(name = "platform.discovery.warm-up", matchIfMissing = true)
		String warmUp() {
			return "warmUp";
		}

		@Bean
		@ConditionalOnPlatformProperty(name = "platform.store.type", type = StoreProperties.Type.class,
				havingValue = "redis")
		String store() {
			return "store";
		}

	}

}
