package io.videoplatform.samples.launcher;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.SmartLifecycle;

/**
 * Local platform of a sample: a child process that ends with this one, however this one
 * ends. It watches its standard input, whose other end the operating system closes.
 *
 * @since 0.1.0
 */
public class LocalPlatform implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(LocalPlatform.class);

	private static final String MAIN_CLASS = "io.videoplatform.samples.localplatform.LocalPlatformApplication";

	private static final long LONGEST_START = TimeUnit.MINUTES.toNanos(5);

	private static final long LONGEST_STOP = 5;

	private final LauncherProperties properties;

	private final AtomicBoolean starting = new AtomicBoolean();

	private volatile @Nullable Process process;

	LocalPlatform(LauncherProperties properties) {
		this.properties = properties;
	}

	/**
	 * Return what it does at this moment.
	 * @return the state
	 */
	public State state() {
		if (!isRunning()) {
			return State.STOPPED;
		}
		return this.starting.get() ? State.STARTING : State.RUNNING;
	}

	@Override
	public boolean isRunning() {
		Process child = this.process;
		return child != null && child.isAlive();
	}

	/**
	 * Start it and wait until it responds; does nothing if it runs.
	 * @throws IllegalStateException if it cannot be started
	 */
	@Override
	public void start() {
		if (!isRunning() && this.starting.compareAndSet(false, true)) {
			try {
				requireFreePort();
				Process child = launch();
				this.process = child;
				awaitReady(child);
			}
			catch (IOException ex) {
				throw new IllegalStateException("The local platform cannot be started: " + ex.getMessage(), ex);
			}
			finally {
				this.starting.set(false);
			}
		}
	}

	/**
	 * Stop it and wait until it is gone.
	 */
	@Override
	public void stop() {
		Process child = this.process;
		if (child != null && child.isAlive()) {
			child.destroy();
			if (!await(child, TimeUnit.SECONDS.toMillis(LONGEST_STOP))) {
				await(child.destroyForcibly(), TimeUnit.SECONDS.toMillis(LONGEST_STOP));
			}
			logger.info("The local platform is stopped");
		}
	}

	private void requireFreePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(this.properties.port(), 1, InetAddress.getLoopbackAddress())) {
			logger.trace("Port is free: " + socket.getLocalPort());
		}
		catch (BindException ex) {
			throw new InvalidConfigurationPropertyValueException(LauncherProperties.PREFIX + ".port",
					this.properties.port(),
					"Another process listens on this port. Stop it, or start the local platform elsewhere, for instance with"
							+ " -Dspring-boot.run.arguments=--sample.local-platform.port="
							+ (this.properties.port() + 1));
		}
	}

	private Process launch() throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Xmx256m", "-cp", ModuleClasspath.of("local-platform"), MAIN_CLASS,
						"--server.port=" + this.properties.port(), "--local-platform.stop-with-stdin=true",
						// its ready message would only repeat the sample's own properties
						"--logging.level.io.videoplatform=warn"));
		this.properties.options()
			.forEach((name, value) -> command.add("--local-platform.%s=%s".formatted(name, value)));
		return new ProcessBuilder(command).redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT).start();
	}

	private void awaitReady(Process child) {
		long start = System.nanoTime();
		while (!responds()) {
			if (await(child, 100)) {
				throw new IllegalStateException(
						"The local platform ended while it was starting, with exit code " + child.exitValue());
			}
			if (System.nanoTime() - start > LONGEST_START) {
				child.destroyForcibly();
				throw new IllegalStateException("The local platform did not respond in time");
			}
		}
		logger.info("The local platform is ready at http://127.0.0.1:%d (process %d)".formatted(this.properties.port(),
				child.pid()));
	}

	private boolean responds() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.properties.port())) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			logger.trace("The local platform does not respond yet", ex);
			return false;
		}
	}

	private static boolean await(Process child, long millis) {
		try {
			return child.waitFor(millis, TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the local platform", ex);
		}
	}

	/**
	 * What the local platform does.
	 */
	public enum State {

		/**
		 * It does not run.
		 */
		STOPPED,

		/**
		 * It runs but does not respond yet.
		 */
		STARTING,

		/**
		 * It responds.
		 */
		RUNNING

	}

}
