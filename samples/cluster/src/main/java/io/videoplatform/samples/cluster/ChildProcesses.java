package io.videoplatform.samples.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Processes that end with this one, however this one ends. A small shell script knows
 * their numbers and waits for the end of its standard input, whose other end the
 * operating system closes; then it kills them, even those that are paused.
 */
@Component
class ChildProcesses implements DisposableBean {

	private static final Log logger = LogFactory.getLog(ChildProcesses.class);

	private static final String GUARD = "trap '' INT TERM HUP; while read -r line; do pids=$line; done;"
			+ " test -z \"$pids\" || kill -KILL $pids";

	private final Set<Process> children = new LinkedHashSet<>();

	private final Process guard;

	ChildProcesses() {
		try {
			this.guard = new ProcessBuilder("sh", "-c", GUARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("A shell is needed to start processes", ex);
		}
	}

	/**
	 * Start a process.
	 * @param command its command line
	 * @return the process
	 */
	synchronized Process start(ProcessBuilder command) {
		try {
			Process child = command.start();
			this.children.add(child);
			tellGuard();
			child.onExit().thenAccept(this::forget);
			return child;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private synchronized void forget(Process child) {
		this.children.remove(child);
		tellGuard();
	}

	private void tellGuard() {
		String pids = this.children.stream()
			.map((child) -> Long.toString(child.pid()))
			.collect(Collectors.joining(" ", "", "\n"));
		try {
			OutputStream input = this.guard.getOutputStream();
			input.write(pids.getBytes(StandardCharsets.US_ASCII));
			input.flush();
		}
		catch (IOException ex) {
			logger.debug("The guard of the processes has ended", ex);
		}
	}

	/**
	 * Send a signal, for instance {@code STOP}, which stops a process from running until
	 * it gets {@code CONT}.
	 */
	static void signal(Process child, String signal) {
		try {
			await(new ProcessBuilder("kill", "-" + signal, Long.toString(child.pid())).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Wait for the end of a process. {@code onExit().join()} would need a thread of the
	 * common pool, which may have one only, and that may wait for a lock of the caller.
	 */
	static void await(Process child) {
		try {
			child.waitFor();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void destroy() throws IOException {
		synchronized (this) {
			this.guard.getOutputStream().close();
		}
		await(this.guard);
	}

}
