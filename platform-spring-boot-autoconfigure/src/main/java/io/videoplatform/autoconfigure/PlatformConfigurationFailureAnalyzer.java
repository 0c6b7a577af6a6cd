package io.videoplatform.autoconfigure;

import io.videoplatform.PlatformConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Analyzes mistakes in the configuration: names the property and what to write instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PlatformConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<PlatformConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, PlatformConfigurationException cause) {
		return new FailureAnalysis(cause.getDescription(), cause.getAction(), cause);
	}

}
