package io.videoplatform.samples.browserapp;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

import io.videoplatform.samples.launcher.FreePort;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a video which is larger than the memory of the application passes through
 * it, up and down. {@code -Dlarge-videos.size=2GB -Dlarge-videos.heap=256m} makes a load
 * run of it.
 */
@Tag("full")
class LargeVideosTests {

	private static final Log logger = LogFactory.getLog(LargeVideosTests.class);

	private static final DataSize SIZE = DataSize.parse(System.getProperty("large-videos.size", "384MB"));

	private static final String HEAP = System.getProperty("large-videos.heap", "128m");

	private static final int PARTS = 4;

	@TempDir
	Path folder;

	private Process application;

	private Visitor visitor;

	@BeforeEach
	void start() throws IOException {
		int port = FreePort.find();
		this.application = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
				"-Xmx" + HEAP, "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"),
				BrowserAppApplication.class.getName(), "--server.port=" + port,
				"--sample.local-platform.port=" + FreePort.find(), "--sample.end-with-parent=true",
				"--spring.http.clients.read-timeout=5m")
			.redirectErrorStream(true)
			.redirectOutput(output().toFile())
			.start();
		this.visitor = new Visitor(URI.create("http://127.0.0.1:" + port));
		await().atMost(Duration.ofMinutes(5)).until(this::isReady);
	}

	@AfterEach
	void stop() throws InterruptedException {
		this.application.destroy();
		this.application.waitFor(5, TimeUnit.MINUTES);
	}

	@Test
	void videoWhenLargerThanMemoryThenPassesUpAndDown() throws Exception {
		String path = this.visitor.logIn().create("Large");
		CheckedInputStream sent = new CheckedInputStream(new Pattern(SIZE.toBytes()), new CRC32());
		long start = System.nanoTime();
		HttpResponse<String> uploaded = this.visitor.upload(path, "video/mp4",
				BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> sent), SIZE.toBytes()));
		assertThat(uploaded.statusCode()).as(Files.readString(output())).isEqualTo(204);
		long middle = System.nanoTime();
		CRC32 received = new CRC32();
		for (int part = 0; part < PARTS; part++) {
			download(path, part, received);
		}
		assertThat(received.getValue()).isEqualTo(sent.getChecksum().getValue());
		assertThat(this.application.isAlive()).isTrue();
		assertThat(output()).content().doesNotContain("ERROR", "OutOfMemory", "\tat ");
		logger.info("%s: up in %d s, down in %d s, heap %s, %s".formatted(SIZE, seconds(start, middle),
				seconds(middle, System.nanoTime()), HEAP, peak()));
	}

	private void download(String path, int part, CRC32 received) throws IOException, InterruptedException {
		long length = SIZE.toBytes() / PARTS;
		HttpResponse<InputStream> response = this.visitor.send(
				this.visitor.request(path)
					.header("Range", "bytes=%d-%d".formatted(part * length, (part + 1) * length - 1)),
				BodyHandlers.ofInputStream());
		assertThat(response.statusCode()).isEqualTo(206);
		try (InputStream bytes = new CheckedInputStream(response.body(), received)) {
			assertThat(bytes.skip(Long.MAX_VALUE)).isEqualTo(length);
		}
	}

	private boolean isReady() throws IOException, InterruptedException {
		try {
			return this.visitor.send(this.visitor.request("/platform/client.json")).statusCode() == 200;
		}
		catch (IOException ex) {
			assertThat(this.application.isAlive()).as(Files.readString(output())).isTrue();
			return false;
		}
	}

	private String peak() throws IOException {
		Path status = Path.of("/proc", String.valueOf(this.application.pid()), "status");
		return Files.exists(status)
				? Files.readAllLines(status).stream().filter((line) -> line.startsWith("VmHWM")).findFirst().orElse("")
				: "";
	}

	private Path output() {
		return this.folder.resolve("output.txt");
	}

	private static long seconds(long from, long to) {
		return TimeUnit.NANOSECONDS.toSeconds(to - from);
	}

	/**
	 * Bytes that are not all the same.
	 */
	private static final class Pattern extends InputStream {

		private final long length;

		private long position;

		Pattern(long length) {
			this.length = length;
		}

		@Override
		public int read() {
			return (this.position < this.length) ? (int) (this.position++ * 31 >> 3) & 0xff : -1;
		}

		@Override
		public int read(byte[] bytes, int offset, int count) {
			int number = (int) Math.min(count, this.length - this.position);
			for (int i = 0; i < number; i++) {
				bytes[offset + i] = (byte) read();
			}
			return (number > 0 || count == 0) ? number : -1;
		}

	}

}
