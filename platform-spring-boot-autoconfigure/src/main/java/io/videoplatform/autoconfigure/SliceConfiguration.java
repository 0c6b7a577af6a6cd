package io.videoplatform.autoconfigure;

import java.util.Objects;

import org.springframework.boot.autoconfigure.AutoConfigureBefore;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * What differs in a slice of an application that is tested: it starts without a root URL,
 * which may be known in production only, and by itself it sends nothing. A slice has the
 * auto-configurations that it names, and not the application's.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigureBefore(PlatformAutoConfiguration.class)
@Conditional(OnPlatformEnabledCondition.class)
@ConditionalOnBooleanProperty(name = EnableAutoConfiguration.ENABLED_OVERRIDE_PROPERTY, havingValue = false)
class SliceConfiguration {

	/**
	 * A name that never has an address (RFC 6761, section 6.4).
	 */
	private static final String NOWHERE = "https://platform.invalid";

	@Bean
	@ConditionalOnMissingBean(PlatformConnectionDetails.class)
	PropertiesPlatformConnectionDetails platformConnectionDetails(PlatformProperties properties) {
		return new PropertiesPlatformConnectionDetails(Objects.requireNonNullElse(properties.rootUrl(), NOWHERE));
	}

	@Bean
	Slice platformSlice() {
		return new Slice();
	}

	/**
	 * Marks a slice: discovery is not warmed up, and a store that other nodes share is
	 * not needed.
	 */
	record Slice() {

	}

}
