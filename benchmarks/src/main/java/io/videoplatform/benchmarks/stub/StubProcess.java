package io.videoplatform.benchmarks.stub;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link StubPlatform} in a process of its own, so that its garbage and its threads are
 * not the application's. It ends with its standard input, thus with this process.
 */
public final class StubProcess implements AutoCloseable {

	private final Process process;

	private final BufferedReader responses;

	private final String rootUrl;

	private StubProcess(Process process, BufferedReader responses, String rootUrl) {
		this.process = process;
		this.responses = responses;
		this.rootUrl = rootUrl;
	}

	/**
	 * Start a platform.
	 */
	public static StubProcess start() {
		try {
			Process process = new ProcessBuilder(
					List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
							"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), StubMain.class.getName()))
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start();
			BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
			String line = lines.readLine();
			while (line != null && !line.startsWith(StubMain.READY)) {
				line = lines.readLine();
			}
			if (line == null) {
				throw new IllegalStateException("The platform's process ended before it was ready");
			}
			return new StubProcess(process, lines, line.substring(StubMain.READY.length()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the root URL.
	 */
	public String rootUrl() {
		return this.rootUrl;
	}

	/**
	 * Change a setting.
	 */
	public StubProcess set(String name, Object value) {
		request("set %s %s".formatted(name, value));
		return this;
	}

	/**
	 * Return who has sent the refresh that is held.
	 */
	public String held() {
		return String.join("", request("held"));
	}

	/**
	 * Go on with the refresh that is held.
	 */
	public void release(boolean senderIsThere) {
		request("release " + senderIsThere);
	}

	/**
	 * Return the logins that ended because a refresh token came again.
	 */
	public List<String> endedByReuse() {
		return request("reused");
	}

	/**
	 * Return the refreshes of users that came early.
	 */
	public List<String> earlyRefreshes() {
		return request("early");
	}

	/**
	 * Revoke all access tokens.
	 */
	public void revokeAccessTokens() {
		request("revoke access");
	}

	/**
	 * Revoke all access and refresh tokens.
	 */
	public void revokeAllTokens() {
		request("revoke all");
	}

	/**
	 * Count from zero again.
	 */
	public void resetCounts() {
		request("reset");
	}

	/**
	 * Return the counts of requests since the last reset.
	 */
	public Counts counts() {
		return Counts.parse(String.join("\n", request("counts")));
	}

	@Override
	public void close() {
		this.process.destroy();
	}

	private synchronized List<String> request(String command) {
		try {
			this.process.outputWriter(StandardCharsets.UTF_8).append(command).append('\n').flush();
			List<String> response = new ArrayList<>();
			String line = this.responses.readLine();
			while (line != null && !line.equals(StubMain.END)) {
				response.add(line);
				line = this.responses.readLine();
			}
			if (line == null) {
				throw new IllegalStateException("The platform has ended at '%s'".formatted(command));
			}
			return response;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
