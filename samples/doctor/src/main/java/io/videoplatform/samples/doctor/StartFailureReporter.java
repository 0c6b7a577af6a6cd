package io.videoplatform.samples.doctor;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.util.StringUtils;

/**
 * Prints what is wrong with the properties and what to write instead, without a stack
 * trace.
 */
class StartFailureReporter implements FailureAnalysisReporter {

	@Override
	public void report(FailureAnalysis analysis) {
		System.err.println(analysis.getDescription());
		if (StringUtils.hasText(analysis.getAction())) {
			System.err.println(analysis.getAction());
		}
	}

}
