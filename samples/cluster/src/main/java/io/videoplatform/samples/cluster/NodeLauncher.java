package io.videoplatform.samples.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.videoplatform.samples.clusternode.ClusterNodeApplication;

/**
 * Launcher of nodes, which prints what they write.
 */
class NodeLauncher {

	private final ChildProcesses processes;

	private final List<String> arguments;

	private final Map<String, String> environment;

	/**
	 * Create a new instance.
	 * @param processes what the nodes are started with
	 * @param arguments properties that all nodes have
	 * @param environment variables that all nodes have
	 */
	NodeLauncher(ChildProcesses processes, List<String> arguments, Map<String, String> environment) {
		this.processes = processes;
		this.arguments = arguments;
		this.environment = environment;
	}

	/**
	 * Start a node.
	 * @param name its name
	 * @param port the port that it listens on
	 * @return its process
	 */
	Process launch(String name, int port) {
		ProcessBuilder builder = new ProcessBuilder(command(name, port)).redirectErrorStream(true);
		builder.environment().putAll(this.environment);
		Process child = this.processes.start(builder);
		Thread printer = new Thread(() -> child.inputReader().lines().forEach(System.out::println), name);
		printer.setDaemon(true);
		printer.start();
		return child;
	}

	private List<String> command(String name, int port) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Xmx128m", "--enable-native-access=ALL-UNNAMED", "-cp",
						System.getProperty("java.class.path"), ClusterNodeApplication.class.getName(),
						"--spring.config.name=node", "--spring.application.name=" + name, "--server.port=" + port));
		command.addAll(this.arguments);
		return command;
	}

	/**
	 * Kill a process by its handle, which leaves its output to be read to the end.
	 */
	static void kill(Process child) {
		child.toHandle().destroyForcibly();
		ChildProcesses.await(child);
	}

}
