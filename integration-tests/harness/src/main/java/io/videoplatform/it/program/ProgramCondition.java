package io.videoplatform.it.program;

import java.io.File;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Condition that the programs of a test are installed.
 */
class ProgramCondition implements ExecutionCondition {

	private static final Logger logger = System.getLogger(ProgramCondition.class.getName());

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		NeedsPrograms needed = context.getRequiredTestClass().getAnnotation(NeedsPrograms.class);
		if (Arrays.stream(needed.value()).allMatch(ProgramCondition::isInstalled)) {
			return ConditionEvaluationResult.enabled("The programs are installed");
		}
		String missing = "The test needs %s on the PATH, on Debian the package '%s'"
			.formatted(String.join(" and ", needed.value()), needed.debianPackage());
		if (Boolean.parseBoolean(System.getenv(NeedsPrograms.REQUIRED))) {
			throw new IllegalStateException(missing);
		}
		logger.log(Level.WARNING, "SKIPPED " + context.getDisplayName() + ". " + missing);
		return ConditionEvaluationResult.disabled(missing);
	}

	private static boolean isInstalled(String program) {
		return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.anyMatch((folder) -> Files.isExecutable(Path.of(folder, program)));
	}

}
