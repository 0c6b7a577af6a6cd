package io.videoplatform.benchmarks.cluster;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * A {@link ClusterNode} in a process of its own, which can be killed, paused and started
 * again. It ends with this process.
 */
final class NodeProcess implements AutoCloseable {

	private final String name;

	private final List<String> properties;

	private final AtomicInteger disturbances = new AtomicInteger();

	private volatile @Nullable Process process;

	private volatile int port;

	private volatile boolean up;

	NodeProcess(String name, List<String> properties) {
		this.name = name;
		this.properties = properties;
	}

	String name() {
		return this.name;
	}

	int port() {
		return this.port;
	}

	/**
	 * Whether it runs and is not paused.
	 */
	boolean isUp() {
		return this.up;
	}

	/**
	 * Return how often it was killed and paused.
	 */
	int disturbances() {
		return this.disturbances.get();
	}

	/**
	 * Start it, without waiting until it is ready.
	 */
	NodeProcess launch() {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx112m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xss512k", "-cp",
						System.getProperty("java.class.path"), ClusterNode.class.getName(), "--node.name=" + this.name,
						"--server.port=0", "--server.address=127.0.0.1", "--spring.main.banner-mode=off",
						"--logging.level.root=error", "--logging.level.io.videoplatform=info",
						"--logging.pattern.console=%d{HH:mm:ss.SSS} " + this.name + " %-5level %m%n%wEx"));
		this.properties.forEach((property) -> command.add("--" + property));
		try {
			this.process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log())).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return this;
	}

	private File log() {
		return new File(System.getProperty("java.io.tmpdir"), "cluster-" + this.name + ".log");
	}

	/**
	 * Wait until it is ready.
	 */
	NodeProcess await() {
		BufferedReader lines = new BufferedReader(
				new InputStreamReader(running().getInputStream(), StandardCharsets.UTF_8));
		try {
			String line = lines.readLine();
			while (line != null && !line.startsWith(ClusterNode.READY)) {
				log(line);
				line = lines.readLine();
			}
			if (line == null) {
				throw new IllegalStateException(this.name + " ended before it was ready");
			}
			this.port = Integer.parseInt(line.substring(ClusterNode.READY.length()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread reader = new Thread(() -> lines.lines().forEach(this::log), this.name);
		reader.setDaemon(true);
		reader.start();
		this.up = true;
		return this;
	}

	private void log(String line) {
		if (Boolean.getBoolean("nodes.log")) {
			System.out.println(line);
		}
	}

	/**
	 * Kill it at once.
	 */
	void kill() {
		disturb();
		running().destroyForcibly().onExit().join();
	}

	/**
	 * Stop it from running. Its connections stay open.
	 */
	void pause() {
		disturb();
		signal("STOP");
	}

	/**
	 * Let it run again.
	 */
	void resume() {
		signal("CONT");
		this.disturbances.incrementAndGet();
		this.up = true;
	}

	private void disturb() {
		this.up = false;
		this.disturbances.incrementAndGet();
	}

	private void signal(String signal) {
		try {
			new ProcessBuilder("kill", "-" + signal, Long.toString(running().pid())).start().onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Process running() {
		Process current = this.process;
		if (current == null) {
			throw new IllegalStateException(this.name + " was not started");
		}
		return current;
	}

	@Override
	public void close() {
		this.up = false;
		Process current = this.process;
		if (current != null) {
			current.destroyForcibly().onExit().join();
		}
	}

}
