package io.videoplatform.samples.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.videoplatform.samples.launcher.FreePort;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;

/**
 * Redis as a child process. It writes what it acknowledges to a file, and has it again
 * after a start.
 */
@Component
class RedisServer implements DisposableBean {

	private static final Log logger = LogFactory.getLog(RedisServer.class);

	private final ChildProcesses processes;

	private final Path folder;

	private final String program;

	private final int port = FreePort.find();

	private volatile @Nullable Process process;

	RedisServer(ChildProcesses processes) {
		this.processes = processes;
		try {
			this.folder = Files.createTempDirectory("cluster-redis-");
			this.program = ExecutableProvider.newJarResourceProvider(this.folder.toFile()).get().getPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	int port() {
		return this.port;
	}

	boolean isRunning() {
		Process child = this.process;
		return child != null && child.isAlive();
	}

	/**
	 * Start it, or do nothing if it runs.
	 */
	synchronized void start() {
		if (!isRunning()) {
			// What is written outlives the process without waiting for the disk
			this.process = this.processes
				.start(new ProcessBuilder(List.of(this.program, "--bind", "127.0.0.1", "--port", "" + this.port,
						"--dir", this.folder.toString(), "--save", "", "--appendonly", "yes", "--appendfsync", "no"))
					.redirectErrorStream(true)
					.redirectOutput(Redirect.appendTo(this.folder.resolve("log").toFile())));
			logger.info("Redis is started");
		}
	}

	/**
	 * Stop it and wait until it is gone.
	 */
	synchronized void stop() {
		Process child = this.process;
		if (child != null && child.isAlive()) {
			ChildProcesses.await(child.destroyForcibly());
			logger.info("Redis is stopped");
		}
	}

	@Override
	public void destroy() throws IOException {
		stop();
		FileSystemUtils.deleteRecursively(this.folder);
	}

}
