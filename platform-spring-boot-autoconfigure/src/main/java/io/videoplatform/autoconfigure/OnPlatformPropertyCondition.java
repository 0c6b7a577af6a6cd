package io.videoplatform.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The condition of {@link ConditionalOnPlatformProperty}.
 */
final class OnPlatformPropertyCondition extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		MergedAnnotation<ConditionalOnPlatformProperty> annotation = metadata.getAnnotations()
			.get(ConditionalOnPlatformProperty.class);
		String name = annotation.getString("name");
		String havingValue = annotation.getString("havingValue");
		ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnPlatformProperty.class,
				"(%s=%s)".formatted(name, havingValue));
		try {
			String value = value(context.getEnvironment(), name, annotation.getClass("type"));
			return value.isEmpty()
					? new ConditionOutcome(annotation.getBoolean("matchIfMissing"), message.because("it is not set"))
					: new ConditionOutcome(value.equals(havingValue), message.because("it is '%s'".formatted(value)));
		}
		catch (BindException ex) {
			// Stops the start when the properties are bound
			return ConditionOutcome.noMatch(message.because("it cannot be bound"));
		}
	}

	private static String value(Environment environment, String name, Class<?> type) {
		return Binder.get(environment).bind(name, type).map(String::valueOf).orElse("");
	}

}
