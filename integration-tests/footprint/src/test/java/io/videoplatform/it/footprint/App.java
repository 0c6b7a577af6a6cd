package io.videoplatform.it.footprint;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An application in a process of its own, on the class path that Maven resolved for it.
 */
final class App implements AutoCloseable {

	private static final Path APPS = Path.of("..").toAbsolutePath().normalize();

	private static final String ENGINES = "unused-engines";

	private static final Set<String> NO_WEB = Set.of("no-web", ENGINES);

	/**
	 * An application of which only the behavior counts starts quicker unverified.
	 */
	private static final List<String> UNVERIFIED = List.of("-XX:+UnlockDiagnosticVMOptions",
			"-XX:-BytecodeVerificationRemote");

	private static final Pattern LOADED = Pattern.compile("] (\\S+) source: ");

	private static final Pattern INITIALIZED = Pattern.compile(" Initializing '([^']+)'");

	private static final long PATIENCE_SECONDS = 120;

	private static final long PAUSE_MILLIS = 50;

	private final Process process;

	private final Path report;

	private final Path output;

	private final Path classes;

	private App(Process process, Path report, Path output, Path classes) {
		this.process = process;
		this.report = report;
		this.output = output;
		this.classes = classes;
	}

	/**
	 * Start an application. {@link #awaitReady()} waits for it, so that two of them can
	 * start at the same time.
	 * @param name its module
	 * @param starter whether the starter is added to it
	 * @param properties its properties
	 * @param folder where it may write
	 * @return the application
	 */
	static App start(String name, boolean starter, List<String> properties, Path folder) throws IOException {
		String run = name + (starter ? "-after-" : "-before-") + System.nanoTime();
		Path report = folder.resolve(run + ".beans");
		Path output = folder.resolve(run + ".log");
		Path classes = folder.resolve(run + ".classes");
		Process process = new ProcessBuilder(command(name, starter, properties, report, classes))
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		return new App(process, report, output, classes);
	}

	private static List<String> command(String name, boolean starter, List<String> properties, Path report,
			Path classes) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
		command.addAll(name.equals(ENGINES) ? List.of("-Xlog:class+load,class+init:file=" + classes) : UNVERIFIED);
		command.add("-Dfootprint.report=" + report);
		command.addAll(List.of("-cp", classPath(name, starter)));
		command.add("io.videoplatform.it.footprint."
				+ (NO_WEB.contains(name) ? "noweb.NoWebApplication" : "hello.HelloApplication"));
		command.add("--server.port=0");
		properties.forEach((property) -> command.add("--" + property));
		return command;
	}

	private static String classPath(String name, boolean starter) throws IOException {
		List<String> entries = new ArrayList<>();
		entries.add(APPS.resolve(name).resolve("target/classes").toString());
		entries.add(APPS.resolve("hello/target/classes").toString());
		entries.add(APPS.resolve("probe/target/classes").toString());
		entries.add(resolved(name));
		if (starter) {
			entries.add(resolved("starter"));
		}
		return String.join(File.pathSeparator, entries);
	}

	private static String resolved(String module) throws IOException {
		Path classPath = APPS.resolve(module).resolve("target/class-path.txt");
		if (!Files.exists(classPath)) {
			throw new IllegalStateException("'%s' is missing: build the whole project, or the modules below '%s' first"
				.formatted(classPath, APPS));
		}
		return Files.readString(classPath);
	}

	/**
	 * Wait until the application is ready.
	 */
	void awaitReady() throws IOException, InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
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

	/**
	 * Return the names of the classes that were loaded.
	 */
	Set<String> loadedClasses() throws IOException {
		return classes(LOADED);
	}

	/**
	 * Return the names of the classes that were initialized. Others are loaded only to
	 * find out whether they are there, or to verify what mentions them.
	 */
	Set<String> initializedClasses() throws IOException {
		return classes(INITIALIZED);
	}

	private Set<String> classes(Pattern event) throws IOException {
		return Files.readAllLines(this.classes)
			.stream()
			.map(event::matcher)
			.filter(Matcher::find)
			.map((line) -> line.group(1).replace('/', '.'))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	String output() throws IOException {
		return Files.readString(this.output);
	}

	/**
	 * Wait for the application to end by itself.
	 * @return its exit code
	 */
	int awaitEnd() throws InterruptedException {
		if (!this.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The application does not end");
		}
		return this.process.exitValue();
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
	}

}
