package io.videoplatform.it.footprint;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that Spring Boot's plugin has processed ahead of time, without any
 * property, calls the platform that its properties name at run time.
 */
class AotIT {

	private static final Path APP = Path.of("../aot/target").toAbsolutePath().normalize();

	@TempDir
	private Path folder;

	@Test
	void startWhenPropertiesAreKnownOnlyAtRunTimeThenCallsPlatform() throws Exception {
		Path output = this.folder.resolve("aot.log");
		try (TestPlatform platform = new TestPlatform()) {
			Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-XX:TieredStopAtLevel=1", "-Dspring.aot.enabled=true", "-cp", classPath(),
					"io.videoplatform.it.footprint.aot.AotApplication", "--platform.root-url=" + platform.rootUrl(),
					"--platform.username=developer", "--platform.password=canary")
				.redirectErrorStream(true)
				.redirectOutput(output.toFile())
				.start();
			process.onExit().orTimeout(120, TimeUnit.SECONDS).join();
			assertThat(Files.readString(output)).contains("Starting AOT-processed AotApplication",
					"Called: <200 OK OK");
			assertThat(process.exitValue()).isZero();
			assertThat(platform.calls()).singleElement()
				.satisfies((call) -> assertThat(call.authorization()).startsWith("Bearer "));
		}
	}

	private static String classPath() throws Exception {
		return APP.resolve("classes") + File.pathSeparator + Files.readString(APP.resolve("class-path.txt"));
	}

}
