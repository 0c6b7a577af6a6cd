package io.videoplatform.benchmarks.stub;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@link StubPlatform} in a process of its own, so that its garbage and its threads are
 * not the application's. It ends with its standard input, thus with this process.
 */
public final class StubProcess implements AutoCloseable {

	private final HttpClient http = HttpClient.newHttpClient();

	private final Process process;

	private final String rootUrl;

	private final String controlUrl;

	private StubProcess(Process process, String rootUrl, String controlUrl) {
		this.process = process;
		this.rootUrl = rootUrl;
		this.controlUrl = controlUrl;
	}

	/**
	 * Start a platform.
	 * @return the platform, listening
	 */
	public static StubProcess start() {
		try {
			Process process = new ProcessBuilder(
					List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
							"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), StubMain.class.getName()))
				.redirectError(ProcessBuilder.Redirect.INHERIT)
				.start();
			BufferedReader lines = new BufferedReader(
					new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
			String line = lines.readLine();
			while (line != null && !line.startsWith(StubMain.READY)) {
				line = lines.readLine();
			}
			if (line == null) {
				throw new IllegalStateException("The platform's process ended before it was ready");
			}
			String[] urls = line.substring(StubMain.READY.length()).split(" ");
			return new StubProcess(process, urls[0], urls[1]);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the root URL.
	 * @return scheme, host and port
	 */
	public String rootUrl() {
		return this.rootUrl;
	}

	/**
	 * Change a setting.
	 * @param name its name
	 * @param value its value
	 * @return this platform
	 */
	public StubProcess set(String name, Object value) {
		request("/set?" + name + "=" + value);
		return this;
	}

	/**
	 * Return who has sent the refresh that is held.
	 * @return the name in its {@code User-Agent}, empty if none is held
	 */
	public String held() {
		return request("/held");
	}

	/**
	 * Go on with the refresh that is held.
	 */
	public void release() {
		request("/release");
	}

	/**
	 * Return the logins that ended because a refresh token came again.
	 * @return for each the user, who had acquired the last tokens, and when, in
	 * milliseconds since 1970
	 */
	public List<String> endedByReuse() {
		return request("/reused").lines().toList();
	}

	/**
	 * Return the refreshes of users that came early.
	 * @return for each the user, who had acquired the last tokens and when, and who has
	 * sent the refresh and when, in milliseconds since 1970
	 */
	public List<String> earlyRefreshes() {
		return request("/early").lines().toList();
	}

	/**
	 * Revoke all access tokens.
	 */
	public void revokeAccessTokens() {
		request("/revoke?which=access");
	}

	/**
	 * Revoke all access and refresh tokens.
	 */
	public void revokeAllTokens() {
		request("/revoke?which=all");
	}

	/**
	 * Count from zero again.
	 */
	public void resetCounts() {
		request("/reset");
	}

	/**
	 * Return the counts of requests since the last reset.
	 * @return the counts
	 */
	public Counts counts() {
		return new Counts(request("/counts"));
	}

	@Override
	public void close() {
		this.process.destroy();
	}

	private String request(String uri) {
		try {
			HttpResponse<String> response = this.http
				.send(HttpRequest.newBuilder(URI.create(this.controlUrl + uri)).build(), BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException(
						"The platform responds to %s with %d".formatted(uri, response.statusCode()));
			}
			return response.body();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while calling the platform", ex);
		}
	}

}
