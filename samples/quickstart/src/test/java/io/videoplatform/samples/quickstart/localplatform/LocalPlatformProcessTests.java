package io.videoplatform.samples.quickstart.localplatform;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.videoplatform.samples.quickstart.FreePorts;
import io.videoplatform.samples.quickstart.QuickstartApplication;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the end of the local platform, and for ports that are taken.
 */
class LocalPlatformProcessTests {

	private final List<ProcessHandle> started = new ArrayList<>();

	@AfterEach
	void stop() {
		this.started.forEach(ProcessHandle::destroyForcibly);
	}

	@Test
	void localPlatformWhenQuickstartIsKilledThenEnds() throws Exception {
		Process quickstart = startQuickstart();
		awaitReady(quickstart.inputReader());
		List<ProcessHandle> children = quickstart.children().toList();
		this.started.addAll(children);
		assertThat(children).singleElement().satisfies((child) -> assertThat(child.isAlive()).isTrue());
		quickstart.destroyForcibly();
		assertThat(quickstart.waitFor(20, TimeUnit.SECONDS)).isTrue();
		await().until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
	}

	@Test
	void startWhenPortIsTakenThenNamesTheProperty() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			LocalPlatform localPlatform = new LocalPlatform(taken.getLocalPort(), false);
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(localPlatform::start)
				.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("quickstart.local-platform.port"));
			assertThat(localPlatform.state()).isEqualTo(LocalPlatform.State.STOPPED);
		}
	}

	private Process startQuickstart() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				QuickstartApplication.class.getName(), "--server.port=0",
				"--quickstart.local-platform.port=" + FreePorts.next())
			.redirectErrorStream(true)
			.start();
		this.started.add(process.toHandle());
		return process;
	}

	private void awaitReady(BufferedReader output) throws Exception {
		String line = output.readLine();
		while (line != null && !line.contains("Ready: open")) {
			line = output.readLine();
		}
		assertThat(line).isNotNull();
	}

}
