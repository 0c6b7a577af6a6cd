package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of {@link KeycloakCommand} with scripts in place of {@code kc.sh}.
 */
class KeycloakCommandTests {

	private static final String WITH_CHILD = "tail -f /dev/null & echo $! > $(dirname $0)/../child; wait";

	private final Path home;

	private final Path log;

	KeycloakCommandTests(@TempDir Path home) {
		this.home = home;
		this.log = home.resolve("log/keycloak.log");
	}

	@BeforeEach
	void makePipe() throws Exception {
		// reading from a pipe waits for the writer
		String pipe = this.home.resolve("child").toString();
		assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
	}

	@Test
	void runWhenCommandFailsThenShowsItsOutput() throws IOException {
		KeycloakCommand command = command("echo about to fail with $1; exit 3");
		assertThatIllegalStateException().isThrownBy(() -> command.run(this.log, "an argument"))
			.withMessageContaining("status 3")
			.withMessageContaining("about to fail with an argument");
	}

	@Test
	void runWhenCommandSucceedsThenHasJavaAndCredentials() throws IOException {
		command("echo $JAVA_HOME $KC_BOOTSTRAP_ADMIN_CLIENT_ID").run(this.log);
		assertThat(this.log).hasContent(System.getProperty("java.home") + " " + KeycloakCommand.ADMIN_CLIENT);
	}

	@Test
	void killWhenCommandHasChildThenBothEnd() throws Exception {
		KeycloakProcess process = command(WITH_CHILD).start(this.log);
		ProcessHandle child = child();
		process.kill();
		assertThat(child.isAlive()).isFalse();
		assertThat(process.isAlive()).isFalse();
	}

	@Test
	void terminateWhenCommandHasChildThenCommandEndsIt() throws Exception {
		KeycloakProcess process = command("trap 'kill $!; wait; echo asked; exit 0' TERM; " + WITH_CHILD)
			.start(this.log);
		ProcessHandle child = child();
		process.terminate();
		assertThat(this.log).hasContent("asked");
		assertThat(child.isAlive()).isFalse();
		assertThat(process.isAlive()).isFalse();
	}

	private ProcessHandle child() throws IOException {
		long id = Long.parseLong(Files.readString(this.home.resolve("child")).strip());
		return ProcessHandle.of(id).orElseThrow();
	}

	private KeycloakCommand command(String script) throws IOException {
		Path bin = Files.createDirectories(this.home.resolve("bin"));
		Path file = Files.writeString(bin.resolve("kc.sh"), "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
		return new KeycloakCommand(this.home);
	}

}
