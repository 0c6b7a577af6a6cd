package io.videoplatform.samples.launcher;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link LocalPlatform}.
 */
class LocalPlatformTests {

	private final List<ProcessHandle> started = new ArrayList<>();

	@AfterEach
	void stop() {
		this.started.forEach(ProcessHandle::destroyForcibly);
	}

	@Test
	void localPlatformWhenSampleIsKilledThenEnds() throws Exception {
		Process sample = startSample();
		awaitReady(sample.inputReader());
		List<ProcessHandle> children = sample.children().toList();
		this.started.addAll(children);
		assertThat(children).singleElement().satisfies((child) -> assertThat(child.isAlive()).isTrue());
		sample.destroyForcibly();
		assertThat(sample.waitFor(5, TimeUnit.MINUTES)).isTrue();
		await().atMost(Duration.ofMinutes(5)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
	}

	@Test
	void startWhenOptionsAreSetThenChildGetsThem() {
		LocalPlatform localPlatform = new LocalPlatform(
				new LauncherProperties(true, FreePort.find(), Map.of("access-token-lifetime", "0s")));
		assertThatIllegalStateException().isThrownBy(localPlatform::start)
			.withMessageContaining("ended while it was starting");
	}

	@Test
	void contextWhenNotConfiguredThenNothingIsStarted() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LauncherAutoConfiguration.class))
			.run((context) -> assertThat(context).doesNotHaveBean(LocalPlatform.class)
				.doesNotHaveBean(ParentWatch.class));
	}

	@Test
	void startWhenPortIsTakenThenNamesTheProperty() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			LocalPlatform localPlatform = new LocalPlatform(
					new LauncherProperties(true, taken.getLocalPort(), Map.of()));
			assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(localPlatform::start)
				.satisfies((ex) -> assertThat(ex.getName()).isEqualTo("sample.local-platform.port"));
			assertThat(localPlatform.state()).isEqualTo(LocalPlatform.State.STOPPED);
		}
	}

	private Process startSample() throws Exception {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
				SampleApplication.class.getName(), "--spring.main.web-application-type=none",
				"--sample.local-platform.enabled=true", "--sample.local-platform.port=" + FreePort.find())
			.redirectErrorStream(true)
			.start();
		this.started.add(process.toHandle());
		return process;
	}

	private void awaitReady(BufferedReader output) throws Exception {
		String line = output.readLine();
		while (line != null && !line.contains("The local platform is ready")) {
			line = output.readLine();
		}
		assertThat(line).isNotNull();
	}

}
