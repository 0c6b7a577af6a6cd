package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A running {@code kc.sh} with its descendants: a shell, a Java and a watcher.
 */
final class KeycloakProcess implements AutoCloseable {

	private static final Duration LONGEST_COMMAND = Duration.ofMinutes(5);

	private static final Duration LONGEST_SHUTDOWN = Duration.ofMinutes(1);

	private static final Duration LONGEST_DEATH = Duration.ofMinutes(1);

	private static final int TAIL_LINES = 40;

	private final Process shell;

	private final Path log;

	KeycloakProcess(Process shell, Path log) {
		this.shell = shell;
		this.log = log;
	}

	boolean isAlive() {
		return this.shell.isAlive();
	}

	/**
	 * Waits for the end of the process.
	 * @param timeout how long at most
	 * @return whether it has ended
	 */
	boolean endsWithin(Duration timeout) {
		try {
			return this.shell.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/**
	 * Waits until the process ends.
	 * @throws IllegalStateException if it fails or takes longer than five minutes
	 */
	void awaitSuccess() {
		if (!endsWithin(LONGEST_COMMAND)) {
			throw failure("Keycloak's command did not end in " + LONGEST_COMMAND);
		}
		if (this.shell.exitValue() != 0) {
			throw failure("Keycloak's command ended with status " + this.shell.exitValue());
		}
	}

	/**
	 * Ends Keycloak and waits for it, by force after a minute. It is ended in the same
	 * way as by the end of this JVM: the pipe to it is closed.
	 */
	void terminate() {
		List<ProcessHandle> descendants = descendants();
		try {
			this.shell.getOutputStream().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not close the pipe to Keycloak", ex);
		}
		if (!endsWithin(LONGEST_SHUTDOWN)) {
			endByForce(descendants);
		}
	}

	/**
	 * Ends Keycloak at once, as a crash would.
	 */
	void kill() {
		endByForce(descendants());
	}

	List<ProcessHandle> descendants() {
		return this.shell.descendants().toList();
	}

	/**
	 * Makes an exception that shows the end of the log.
	 * @param message what went wrong
	 * @return the exception to throw
	 */
	IllegalStateException failure(String message) {
		return new IllegalStateException(message + "; the end of " + this.log + ":\n" + tail());
	}

	@Override
	public void close() {
		terminate();
	}

	/*
	 * The shell is left to see the deaths of its children: it reaps them, and its end
	 * says that all have ended.
	 */
	private void endByForce(List<ProcessHandle> descendants) {
		descendants.forEach(ProcessHandle::destroyForcibly);
		if (!endsWithin(LONGEST_DEATH)) {
			this.shell.destroyForcibly();
		}
	}

	private String tail() {
		try {
			List<String> lines = Files.readAllLines(this.log, StandardCharsets.UTF_8);
			return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not read " + this.log, ex);
		}
	}

}
