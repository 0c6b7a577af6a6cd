package io.videoplatform.samples.localplatform;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the platform as a child process.
 */
class StopWithStandardInputTests {

	private final List<Process> started = new ArrayList<>();

	@AfterEach
	void stop() {
		this.started.forEach(Process::destroyForcibly);
	}

	@Test
	void processWhenStandardInputEndsThenEnds() throws Exception {
		Process process = start("--local-platform.stop-with-stdin=true");
		awaitReady(process.inputReader());
		assertThat(process.isAlive()).isTrue();
		process.getOutputStream().close();
		assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
		assertThat(process.exitValue()).isZero();
	}

	private Process start(String... options) throws Exception {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
				System.getProperty("java.class.path"), LocalPlatformApplication.class.getName(), "--server.port=0"));
		command.addAll(List.of(options));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		this.started.add(process);
		return process;
	}

	private void awaitReady(BufferedReader output) throws Exception {
		String line = output.readLine();
		while (line != null && !line.contains("platform.root-url=http://127.0.0.1:")) {
			line = output.readLine();
		}
		assertThat(line).isNotNull();
	}

}
