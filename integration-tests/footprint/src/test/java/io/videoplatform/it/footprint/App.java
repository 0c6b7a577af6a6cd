package io.videoplatform.it.footprint;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The application in a process of its own, on the class path that Maven resolved for it.
 */
final class App implements AutoCloseable {

	private static final List<String> STARTER = List.of("platform.root-url=http://127.0.0.1:9",
			"platform.username=developer", "platform.password=canary");

	/**
	 * Only its behavior counts: it starts quicker unverified.
	 */
	private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m",
			"-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");

	private static final long HANG_GUARD_SECONDS = 600;

	private static final long PAUSE_MILLIS = 50;

	private final Process process;

	private final Path report;

	private final Path output;

	private App(Process process, Path report, Path output) {
		this.process = process;
		this.report = report;
		this.output = output;
	}

	/**
	 * Start the application as it is. {@link #awaitReady()} waits for it, so that two of
	 * them can start at the same time.
	 * @param folder where it may write
	 * @param properties its properties
	 * @return the application
	 */
	static App startWithoutStarter(Path folder, String... properties) throws IOException {
		return start(folder, "without-starter", Arrays.stream(properties));
	}

	/**
	 * Start the application with the starter on its class path.
	 * @param folder where it may write
	 * @param properties its properties
	 * @return the application
	 */
	static App startWithStarter(Path folder, String... properties) throws IOException {
		return start(folder, "with-starter", Stream.concat(Arrays.stream(properties), STARTER.stream()));
	}

	private static App start(Path folder, String name, Stream<String> properties) throws IOException {
		Path report = folder.resolve(name + ".beans");
		Path output = folder.resolve(name + ".log");
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(JVM);
		command.add("-Dfootprint.report=" + report);
		command.addAll(List.of("-cp", classPath(name), HelloApplication.class.getName(), "--server.port=0"));
		properties.forEach((property) -> command.add("--" + property));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
		return new App(process, report, output);
	}

	private static String classPath(String name) throws IOException {
		Path target = Path.of("target").toAbsolutePath();
		return target.resolve("classes") + File.pathSeparator + Files.readString(target.resolve(name + ".txt"));
	}

	/**
	 * Wait until the application is ready.
	 */
	void awaitReady() throws IOException, InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_GUARD_SECONDS);
		while (!Files.exists(this.report)) {
			boolean ended = this.process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
			if (System.nanoTime() > deadline || (ended && !Files.exists(this.report))) {
				close();
				throw new IllegalStateException("The application did not start:\n" + output());
			}
		}
	}

	int port() throws IOException {
		return Integer.parseInt(Files.readAllLines(this.report).get(0).substring("port=".length()));
	}

	/**
	 * Return the beans, as lines of name, type and, for filter chains, content.
	 */
	List<String> beans() throws IOException {
		return Files.readAllLines(this.report).stream().skip(1).sorted().toList();
	}

	String output() throws IOException {
		return Files.readString(this.output);
	}

	/**
	 * Wait for the application to end by itself.
	 * @return its exit code
	 */
	int awaitEnd() throws InterruptedException {
		if (!this.process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The application does not end");
		}
		return this.process.exitValue();
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(HANG_GUARD_SECONDS, TimeUnit.SECONDS).join();
	}

}
