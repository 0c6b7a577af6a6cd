package io.videoplatform.internal.store.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.testing.FreePort;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL in a temporary folder, with binaries from the class path. PostgreSQL
 * refuses to run as root, so root starts it as nobody.
 */
public final class PostgresServer {

	private static final String NOBODY = "65534";

	private final boolean root = "root".equals(System.getProperty("user.name"));

	private final Path folder;

	private final int port;

	private final List<String> options;

	private @Nullable Process process;

	/**
	 * Start an engine. It ends with this JVM.
	 * @param options options of the engine, which by default does not wait until its
	 * files are on the disk
	 */
	public PostgresServer(String... options) {
		this.options = List.of(options);
		try {
			this.folder = Files.createTempDirectory("postgres");
			this.port = FreePort.find();
			PostgresBinaries.unpack(this.folder);
			createDatabase();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Runtime.getRuntime().addShutdownHook(new Thread(this::remove));
		start();
	}

	/**
	 * Return the engine that the tests of this JVM share.
	 * @return the engine
	 */
	public static PostgresServer shared() {
		return Shared.SERVER;
	}

	private void createDatabase() throws IOException {
		Path data = Files.createDirectory(this.folder.resolve("data"));
		if (this.root) {
			Files.setPosixFilePermissions(this.folder, PosixFilePermissions.fromString("rwxr-xr-x"));
			UserPrincipalLookupService users = data.getFileSystem().getUserPrincipalLookupService();
			Files.setOwner(data, users.lookupPrincipalByName("nobody"));
		}
		int exit = complete(
				engine("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF-8", "--locale=C", "--no-sync"));
		if (exit != 0) {
			throw new IOException("initdb fails with exit code " + exit);
		}
	}

	/**
	 * Start the engine again.
	 */
	public void start() {
		List<String> command = engine("postgres", "-p", String.valueOf(this.port), "-c", "listen_addresses=127.0.0.1",
				"-c", "unix_socket_directories=", "-c", "fsync=off");
		command.addAll(this.options);
		this.process = begin(command);
		Patience.until(this::isReady);
	}

	private boolean isReady() {
		try (Connection connection = dataSource(this.port).getConnection()) {
			return connection.isValid(1);
		}
		catch (SQLException ex) {
			return false;
		}
	}

	/**
	 * End the engine at once, as a crash does, with all its connections.
	 */
	public void stop() {
		Process process = running();
		signal("QUIT", process.toHandle());
		Patience.until(() -> !process.isAlive());
	}

	/**
	 * Stop all processes of the engine where they are, first the one that starts others.
	 * Its connections stay open.
	 */
	public void pause() {
		signal("STOP", running().toHandle());
		processes().forEach((process) -> signal("STOP", process));
	}

	/**
	 * Continue after a pause.
	 */
	public void resume() {
		processes().forEach((process) -> signal("CONT", process));
	}

	/**
	 * Keep a copy of all that is stored.
	 */
	public void save() {
		pause();
		copy("data", "saved");
		resume();
	}

	/**
	 * End the engine at once, and start it with what was {@linkplain #save() saved}.
	 */
	public void putBack() {
		stop();
		copy("saved", "data");
		start();
	}

	private void copy(String from, String to) {
		Path target = this.folder.resolve(to);
		int exit = complete(List.of("rm", "-rf", target.toString()))
				+ complete(List.of("cp", "-a", this.folder.resolve(from).toString(), target.toString()))
				+ complete(List.of("rm", "-f", target.resolve("postmaster.pid").toString()));
		if (exit != 0) {
			throw new IllegalStateException("Cannot copy " + target);
		}
	}

	private Stream<ProcessHandle> processes() {
		return Stream.concat(Stream.of(running().toHandle()), running().descendants());
	}

	private Process running() {
		if (this.process == null) {
			throw new IllegalStateException("Not started");
		}
		return this.process;
	}

	private void remove() {
		try {
			processes().forEach(ProcessHandle::destroyForcibly);
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the port.
	 * @return the port on the loopback interface
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Return a data source without a pool.
	 * @param port the port of the engine, or of a proxy in front of it
	 * @return the data source
	 */
	public static PGSimpleDataSource dataSource(int port) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setServerNames(new String[] { "127.0.0.1" });
		dataSource.setPortNumbers(new int[] { port });
		dataSource.setUser("postgres");
		dataSource.setDatabaseName("postgres");
		return dataSource;
	}

	private List<String> engine(String binary, String... arguments) {
		List<String> command = new ArrayList<>();
		if (this.root) {
			command.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
		}
		command.add(this.folder.resolve("bin").resolve(binary).toString());
		command.addAll(List.of("-D", this.folder.resolve("data").toString()));
		command.addAll(List.of(arguments));
		return command;
	}

	private static void signal(String name, ProcessHandle process) {
		int exit = complete(List.of("kill", "-" + name, String.valueOf(process.pid())));
		if (exit != 0 && process.isAlive()) {
			throw new IllegalStateException("Cannot signal " + name);
		}
	}

	private static Process begin(List<String> command) {
		try {
			return new ProcessBuilder(command).directory(Path.of("/").toFile())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static int complete(List<String> command) {
		Process process = begin(command);
		Patience.until(() -> !process.isAlive());
		return process.exitValue();
	}

	private static final class Shared {

		private static final PostgresServer SERVER = new PostgresServer();

	}

}
