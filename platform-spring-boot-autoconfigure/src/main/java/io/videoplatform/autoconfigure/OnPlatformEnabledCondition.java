package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.http.Placeholder;
import io.videoplatform.internal.http.PrintableText;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Matches unless {@code platform.enabled} is false. A value that is neither true nor
 * false stops the start: it must not switch everything off unnoticed.
 */
final class OnPlatformEnabledCondition extends SpringBootCondition {

	private static final String PROPERTY = "platform.enabled";

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		boolean enabled = isEnabled(context.getEnvironment());
		return new ConditionOutcome(enabled,
				ConditionMessage.forCondition("Platform").because("'%s' is %s".formatted(PROPERTY, enabled)));
	}

	static boolean isEnabled(Environment environment) {
		try {
			return environment.getProperty(PROPERTY, Boolean.class, true);
		}
		catch (ConversionException | PlaceholderResolutionException ex) {
			// As it is bound, which leaves a placeholder without a value as it is
			String value = Binder.get(environment).bind(PROPERTY, String.class).orElse("");
			Placeholder.refuse(PROPERTY, value, false);
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, PROPERTY, PrintableText.of(value),
					"is neither true nor false", "Write 'true' or 'false'.");
		}
	}

}
