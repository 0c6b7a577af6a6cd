package io.videoplatform.samples.cluster;

import java.net.URI;
import java.util.List;

import io.videoplatform.samples.launcher.FreePort;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Node of the application: a child process that can be killed and paused. After a
 * {@code SIGKILL}, from here or elsewhere, it is started again.
 */
class Node {

	private static final Log logger = LogFactory.getLog(Node.class);

	private static final int KILLED = 128 + 9;

	private final String name;

	private final NodeLauncher launcher;

	private volatile URI address = URI.create("http://127.0.0.1");

	private volatile @Nullable Process process;

	private volatile @Nullable NodeStatus status;

	private volatile NodeStatus.Calls earlierCalls = NodeStatus.Calls.NONE;

	private volatile boolean paused;

	private volatile boolean reachable;

	Node(String name, NodeLauncher launcher) {
		this.name = name;
		this.launcher = launcher;
	}

	String name() {
		return this.name;
	}

	URI address() {
		return this.address;
	}

	/**
	 * Start it on a free port, or do nothing if it runs.
	 */
	synchronized void start() {
		if (state() == State.STOPPED) {
			this.earlierCalls = calls();
			this.status = null;
			this.paused = false;
			int port = FreePort.find();
			this.address = URI.create("http://127.0.0.1:" + port);
			Process child = this.launcher.launch(this.name, port);
			this.process = child;
			child.onExit().thenAcceptAsync(this::ended);
			logger.info("%s is started (process %d)".formatted(this.name, child.pid()));
		}
	}

	private void ended(Process child) {
		this.reachable = false;
		logger.info("%s has ended with exit code %d".formatted(this.name, child.exitValue()));
		if (child.exitValue() == KILLED && this.process == child) {
			start();
		}
	}

	/**
	 * Kill it; it is started again.
	 */
	void kill() {
		Process child = this.process;
		if (child != null) {
			NodeLauncher.kill(child);
		}
	}

	/**
	 * Stop it for good and wait until it is gone.
	 */
	synchronized void stop() {
		Process child = this.process;
		this.process = null;
		if (child != null) {
			NodeLauncher.kill(child);
		}
	}

	/**
	 * Stop it from running until it {@linkplain #resume() resumes}. Its connections stay.
	 */
	synchronized void pause() {
		signal("STOP", true);
	}

	/**
	 * Let it run again.
	 */
	synchronized void resume() {
		signal("CONT", false);
	}

	private void signal(String signal, boolean paused) {
		Process child = this.process;
		if (child != null && child.isAlive()) {
			ChildProcesses.signal(child, signal);
			this.paused = paused;
			logger.info("%s %s".formatted(this.name, paused ? "is paused" : "runs again"));
		}
	}

	/**
	 * Note what it has said.
	 * @param status the status
	 */
	void responded(NodeStatus status) {
		this.status = status;
		this.reachable = true;
	}

	/**
	 * Note that it does not respond.
	 */
	void lost() {
		this.reachable = false;
	}

	boolean isReachable() {
		return this.reachable;
	}

	/**
	 * Return what became of its calls since the cluster was started.
	 */
	NodeStatus.Calls calls() {
		NodeStatus current = this.status;
		return (current != null) ? this.earlierCalls.plus(current.calls()) : this.earlierCalls;
	}

	List<NodeStatus.Event> events() {
		NodeStatus current = this.status;
		return (current != null) ? current.events() : List.of();
	}

	@Nullable Long pid() {
		Process child = this.process;
		return (child != null) ? child.pid() : null;
	}

	State state() {
		Process child = this.process;
		if (child == null || !child.isAlive()) {
			return State.STOPPED;
		}
		if (this.paused) {
			return State.PAUSED;
		}
		return (this.status != null) ? State.RUNNING : State.STARTING;
	}

	/**
	 * What a node does.
	 */
	enum State {

		/**
		 * It has no process.
		 */
		STOPPED,

		/**
		 * It does not respond yet.
		 */
		STARTING,

		/**
		 * It responds.
		 */
		RUNNING,

		/**
		 * Its process does not run until it gets a signal.
		 */
		PAUSED

	}

}
