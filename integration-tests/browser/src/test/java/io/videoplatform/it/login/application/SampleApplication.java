package io.videoplatform.it.login.application;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A sample as those start it who try it: its executable jar, in a process of its own, and
 * set up by its environment alone.
 *
 * @since 0.1.0
 */
public final class SampleApplication implements AutoCloseable {

	private static final String READY = "Open http://";

	private static final int LONGEST_START = 600;

	private static final int LONGEST_STOP = 60;

	private final Process process;

	private final URI start;

	private SampleApplication(Process process, URI start) {
		this.process = process;
		this.start = start;
	}

	/**
	 * Starts a sample on a free port and waits until it says that it is ready.
	 * @param sample the name of the sample's folder
	 * @param profile the profile that it runs with
	 * @param environment the variables of its environment
	 * @return the sample
	 */
	public static SampleApplication start(String sample, String profile, Map<String, String> environment) {
		Path jar = Path.of(System.getProperty("samples")).resolve(sample + ".jar");
		ProcessBuilder builder = new ProcessBuilder(java(), "-XX:TieredStopAtLevel=1", "-Xmx256m",
				"-Dsample.end-with-parent=true", "-jar", jar.toString(), "--spring.profiles.active=" + profile,
				"--server.port=0");
		builder.environment().putAll(environment);
		try {
			Process process = builder.redirectErrorStream(true).start();
			return new SampleApplication(process, ready(process));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not start " + jar, ex);
		}
	}

	/**
	 * Returns the address of a page.
	 * @param path the page's path
	 * @return the address
	 */
	public URI page(String path) {
		return this.start.resolve(path);
	}

	@Override
	public void close() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(LONGEST_STOP, TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			this.process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	private static URI ready(Process process) {
		CompletableFuture<URI> address = new CompletableFuture<>();
		Thread reader = new Thread(() -> read(process.inputReader(), address), "sample");
		reader.setDaemon(true);
		reader.start();
		try {
			return address.orTimeout(LONGEST_START, TimeUnit.SECONDS).join();
		}
		catch (RuntimeException ex) {
			process.destroyForcibly();
			throw ex;
		}
	}

	/**
	 * Reads to the end: a process whose output is not read blocks.
	 */
	private static void read(BufferedReader output, CompletableFuture<URI> address) {
		List<String> lines = new ArrayList<>();
		output.lines().forEach((line) -> {
			lines.add(line);
			if (line.contains(READY)) {
				address.complete(URI.create(line.substring(line.indexOf("http://"))));
			}
		});
		address.completeExceptionally(
				new IllegalStateException("The sample ended while it started:\n" + String.join("\n", lines)));
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

}
