package io.videoplatform.samples.cluster;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ChildProcesses}.
 */
class ChildProcessesTests {

	@Test
	void childWhenParentIsKilledThenEndsEvenIfPaused() throws Exception {
		Process parent = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), ParentProcess.class.getName())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		ProcessHandle child = ProcessHandle.of(Long.parseLong(parent.inputReader().readLine())).orElseThrow();
		assertThat(child.isAlive()).isTrue();
		parent.destroyForcibly().onExit().join();
		await().atMost(Duration.ofMinutes(5)).until(() -> !child.isAlive());
	}

}
