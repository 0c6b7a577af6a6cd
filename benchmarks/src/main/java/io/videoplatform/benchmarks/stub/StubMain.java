package io.videoplatform.benchmarks.stub;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Runs a {@link StubPlatform} until standard input ends. Each line of it is a command, to
 * which the response ends with a line of its own.
 */
public final class StubMain {

	static final String READY = "ready: ";

	static final String END = "end";

	private StubMain() {
	}

	/**
	 * Run.
	 * @throws IOException if standard input fails
	 */
	public static void main(String[] args) throws IOException {
		try (StubPlatform platform = new StubPlatform()) {
			BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			System.out.println(READY + platform.rootUrl());
			for (String line = commands.readLine(); line != null; line = commands.readLine()) {
				String response = obey(platform, line.split(" "));
				System.out.println(response + (response.isEmpty() ? "" : "\n") + END);
			}
		}
		System.exit(0);
	}

	private static String obey(StubPlatform platform, String[] command) {
		switch (command[0]) {
			case "set" -> platform.set(command[1], command[2]);
			case "reset" -> platform.counts().reset();
			case "revoke" -> platform.logins().revokeApplications(command[1].equals("all"));
			case "release" -> platform.held().release(Boolean.parseBoolean(command[1]));
			case "held" -> {
				return platform.held().sender();
			}
			case "early" -> {
				return platform.logins().early();
			}
			case "reused" -> {
				return platform.logins().endedByReuse();
			}
			case "counts" -> {
				return platform.counts().toString();
			}
			default -> throw new IllegalArgumentException("No command '%s'".formatted(command[0]));
		}
		return "";
	}

}
