package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.sql.autoconfigure.init.OnDatabaseInitializationCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code platform.store.jdbc.initialize-schema} is {@code never}.
 */
final class OnStoreInitializationCondition extends OnDatabaseInitializationCondition {

	private static final String PROPERTY = "platform.store.jdbc.initialize-schema";

	OnStoreInitializationCondition() {
		super("Platform store ", PROPERTY);
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		try {
			return super.getMatchOutcome(context, metadata);
		}
		catch (IllegalArgumentException ex) {
			throw new PlatformConfigurationException(PlatformError.PROPERTY_INVALID, PROPERTY,
					context.getEnvironment().getProperty(PROPERTY), "is none of the values that are known",
					"Write 'always', 'embedded' or 'never'.");
		}
	}

}
