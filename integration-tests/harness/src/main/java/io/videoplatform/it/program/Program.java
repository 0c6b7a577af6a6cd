package io.videoplatform.it.program;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Run of a program of this machine, to its end.
 *
 * @param exitCode its exit code
 * @param output all that it has printed
 * @since 0.1.0
 */
public record Program(int exitCode, String output) {

	/**
	 * Runs a program, for a minute at most.
	 * @param folder where it runs
	 * @param command the program and its arguments
	 * @return what has come of it
	 * @throws Exception if it cannot be started or does not end
	 */
	public static Program run(Path folder, String... command) throws Exception {
		Process process = new ProcessBuilder(List.of(command)).directory(folder.toFile())
			.redirectErrorStream(true)
			.start();
		process.getOutputStream().close();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (!process.waitFor(5, TimeUnit.MINUTES)) {
			process.destroyForcibly();
			throw new IllegalStateException("%s did not end: %s".formatted(List.of(command), output));
		}
		return new Program(process.exitValue(), output);
	}

}
