package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.PlatformError;
import io.videoplatform.internal.engine.SecretNames;
import io.videoplatform.internal.engine.UnknownClientException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Analyzes mistakes in the platform's properties and in the names of its clients.
 * Precedes Boot's own analyzers, which would print the values of secrets.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PlatformFailureAnalyzer extends AbstractFailureAnalyzer<Exception> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Exception cause) {
		PlatformConfigurationException mistake = findCause(rootFailure, PlatformConfigurationException.class);
		if (mistake != null) {
			return new FailureAnalysis(mistake.getDescription(), mistake.getAction(), mistake);
		}
		UnknownClientException unknown = findCause(rootFailure, UnknownClientException.class);
		if (unknown != null) {
			return new FailureAnalysis(unknown.description() + ".", PlatformError.UNKNOWN_CLIENT.getCure(), unknown);
		}
		BindException unbound = findCause(rootFailure, BindException.class);
		return (unbound != null && isSecret(unbound.getName().toString()))
				? new FailureAnalysis("Property '%s' cannot be read.".formatted(unbound.getName()),
						"Write one value, or each member of a group as a property of its own.", unbound)
				: null;
	}

	/**
	 * Also what stands in the place of a client, which may be meant for one of its
	 * properties.
	 */
	private static boolean isSecret(String name) {
		return name.matches("platform\\.clients(\\.[^.]+)?") || SecretNames.isSecret(name)
				|| SecretNames.isLocation(name) || name.startsWith("platform.store.encryption");
	}

}
