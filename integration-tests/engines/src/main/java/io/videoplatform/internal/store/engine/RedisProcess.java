package io.videoplatform.internal.store.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import io.videoplatform.testing.FreePort;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import redis.embedded.core.ExecutableProvider;

import org.springframework.util.FileSystemUtils;

/**
 * A Redis server as a process of its own, which keeps what it acknowledged. The system
 * property {@value #PROGRAM} names another program that speaks its protocol, such as
 * Valkey.
 */
public final class RedisProcess implements BeforeAllCallback, AfterAllCallback, AutoCloseable {

	/**
	 * The system property with the path of the program.
	 */
	static final String PROGRAM = "redis.server";

	private static final int PORTS = 20;

	private static final String ELAPSE = "redis.call('PEXPIRE', KEYS[1], redis.call('PTTL', KEYS[1]) - ARGV[1])";

	private static final String KEYS = "return redis.call('KEYS', ARGV[1])";

	private static final String READY = "Ready to accept connections";

	/**
	 * Where the server keeps what it acknowledged: a file before Redis 7, a folder since.
	 */
	private static final List<String> KEPT = List.of("appendonly.aof", "appendonlydir");

	private static final String SAVED = "saved";

	private final Path folder;

	private final List<String> command = new ArrayList<>();

	private final Thread end = new Thread(this::kill);

	private @Nullable Process process;

	private @Nullable RedisClient client;

	private @Nullable RedisCommands<String, String> commands;

	private int port;

	/**
	 * Create a new instance.
	 * @param options options of the server
	 */
	public RedisProcess(String... options) {
		try {
			this.folder = Files.createTempDirectory("redis-");
			String program = System.getProperty(PROGRAM);
			this.command.add((program != null) ? program
					: ExecutableProvider.newJarResourceProvider(this.folder.toFile()).get().getPath());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		// What is written outlives the process without waiting for the disk
		this.command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "no"));
		this.command.addAll(List.of("--bind", "127.0.0.1", "--dir", this.folder.toString()));
		this.command.addAll(List.of(options));
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		start();
	}

	@Override
	public void afterAll(ExtensionContext context) {
		close();
	}

	/**
	 * Start on a free port. If another process takes it first, the next one is tried.
	 */
	public void start() {
		Runtime.getRuntime().addShutdownHook(this.end);
		for (int i = 0; i < PORTS; i++) {
			this.port = FreePort.find();
			if (launch()) {
				return;
			}
		}
		throw new IllegalStateException("Redis does not start: " + log());
	}

	/**
	 * Start again on the same port.
	 */
	public void restart() {
		if (!launch()) {
			throw new IllegalStateException("Redis does not start again: " + log());
		}
	}

	private boolean launch() {
		List<String> arguments = new ArrayList<>(this.command);
		arguments.addAll(List.of("--port", Integer.toString(this.port)));
		try {
			Process started = new ProcessBuilder(arguments).redirectErrorStream(true)
				.redirectOutput(this.folder.resolve("log").toFile())
				.start();
			this.process = started;
			Patience.until(() -> !started.isAlive() || log().contains(READY));
			return started.isAlive();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String log() {
		try {
			return Files.readString(this.folder.resolve("log"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the port.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Return a connection of the test's own.
	 * @return its commands
	 */
	public RedisCommands<String, String> commands() {
		if (this.commands == null) {
			this.client = RedisClient.create("redis://127.0.0.1:" + this.port);
			this.commands = this.client.connect().sync();
		}
		return this.commands;
	}

	/**
	 * Return how often the server has executed a command since it started, or since
	 * {@code CONFIG RESETSTAT}.
	 * @param name the command
	 * @return the number
	 */
	public long calls(String name) {
		return commands().info("commandstats")
			.lines()
			.filter((line) -> line.startsWith("cmdstat_" + name + ":calls="))
			.mapToLong((line) -> Long.parseLong(line, line.indexOf('=') + 1, line.indexOf(','), 10))
			.sum();
	}

	/**
	 * Let all keys age as if time had passed.
	 * @param time the time
	 */
	public void elapse(Duration time) {
		for (String key : keys("*")) {
			commands().eval(ELAPSE, ScriptOutputType.STATUS, new String[] { key }, Long.toString(time.toMillis()));
		}
	}

	/**
	 * Return the keys that match a pattern. Not by the method of Lettuce, whose versions
	 * declare it differently.
	 * @param pattern a pattern as {@code KEYS} has it
	 * @return the keys
	 */
	public List<String> keys(String pattern) {
		return commands().eval(KEYS, ScriptOutputType.MULTI, new String[0], pattern);
	}

	/**
	 * Return the time of the clock of the server.
	 * @return the time in milliseconds since 1970
	 */
	public long time() {
		List<String> time = commands().time();
		return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
	}

	/**
	 * Kill the server.
	 */
	public void kill() {
		if (this.process != null) {
			this.process.destroyForcibly().onExit().join();
		}
	}

	/**
	 * Keep a copy of all that is stored.
	 */
	public void save() {
		pause();
		copy(this.folder, this.folder.resolve(SAVED));
		resume();
	}

	/**
	 * Kill the server, and start it with what was {@linkplain #save() saved}.
	 */
	public void putBack() {
		kill();
		copy(this.folder.resolve(SAVED), this.folder);
		restart();
	}

	private static void copy(Path from, Path to) {
		try {
			for (String kept : KEPT) {
				FileSystemUtils.deleteRecursively(to.resolve(kept));
				if (Files.exists(from.resolve(kept))) {
					Files.createDirectories(to);
					FileSystemUtils.copyRecursively(from.resolve(kept), to.resolve(kept));
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Stop the server from running until it {@linkplain #resume() resumes}. Its
	 * connections stay.
	 */
	public void pause() {
		signal("-STOP");
	}

	/**
	 * Let the server run again.
	 */
	public void resume() {
		signal("-CONT");
	}

	private void signal(String signal) {
		String pid = Long.toString(Objects.requireNonNull(this.process).pid());
		try {
			new ProcessBuilder("kill", signal, pid).start().onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		if (this.client != null) {
			this.client.shutdown();
		}
		kill();
		Runtime.getRuntime().removeShutdownHook(this.end);
		try {
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
