package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs {@code kc.sh} with the Java that runs the tests, so that it never outlives them.
 */
final class KeycloakCommand {

	static final String ADMIN_CLIENT = "integration-tests";

	static final String ADMIN_SECRET = "integration-tests-secret";

	/*
	 * Its classes are those of a release: to verify them takes a tenth of each start.
	 */
	private static final String JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx384m"
			+ " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
			+ " -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8";

	/*
	 * The watcher reads the pipe that leads to this JVM: the end of the pipe, by whatever
	 * death, is the end of Keycloak. kc.sh hands the signal on to its Java child.
	 */
	private static final String TIED_TO_PARENT = "exec 3<&0; (cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null) &"
			+ " exec \"$@\" </dev/null 3<&-";

	private final Path script;

	KeycloakCommand(Path home) {
		this.script = home.resolve("bin/kc.sh");
	}

	/**
	 * Starts the command and returns at once.
	 * @param log the file that gets all output, appended
	 * @param arguments the arguments of {@code kc.sh}
	 * @return the shell; Keycloak is among its descendants
	 */
	KeycloakProcess start(Path log, String... arguments) {
		List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", TIED_TO_PARENT, "keycloak"));
		command.add(this.script.toString());
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
		Map<String, String> environment = builder.environment();
		environment.keySet().removeIf((name) -> name.startsWith("KC_") || name.startsWith("JAVA_"));
		environment.put("JAVA_HOME", System.getProperty("java.home"));
		environment.put("JAVA_OPTS", JAVA_OPTIONS);
		environment.put("KC_BOOTSTRAP_ADMIN_CLIENT_ID", ADMIN_CLIENT);
		environment.put("KC_BOOTSTRAP_ADMIN_CLIENT_SECRET", ADMIN_SECRET);
		try {
			Files.createDirectories(log.getParent());
			return new KeycloakProcess(builder.start(), log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not run " + this.script, ex);
		}
	}

	/**
	 * Runs the command to its end.
	 * @param log the file that gets all output, appended
	 * @param arguments the arguments of {@code kc.sh}
	 * @throws IllegalStateException if it does not succeed
	 */
	void run(Path log, String... arguments) {
		try (KeycloakProcess process = start(log, arguments)) {
			process.awaitSuccess();
		}
	}

}
