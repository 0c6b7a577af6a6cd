package io.videoplatform.samples.browserapp;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import io.videoplatform.samples.launcher.FreePort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the page and for what this server does for it, with the local platform.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ExtendWith(OutputCaptureExtension.class)
class BrowserAppTests {

	private static final int LARGE = 16 * 1024 * 1024;

	@Value("${local.server.port}")
	private int port;

	@Value("${platform.root-url}")
	private String platform;

	private Visitor visitor;

	@DynamicPropertySource
	static void freePort(DynamicPropertyRegistry registry) {
		int port = FreePort.find();
		registry.add("sample.local-platform.port", () -> port);
	}

	@BeforeEach
	void openBrowser() {
		this.visitor = new Visitor(URI.create("http://127.0.0.1:" + this.port));
	}

	@Test
	void pageWhenProviderIsKnownThenPolicyNamesItsHosts() throws Exception {
		await().atMost(Duration.ofMinutes(5))
			.until(() -> this.visitor.send(this.visitor.request("/platform/client.json")).statusCode() == 200);
		HttpResponse<String> page = this.visitor.send(this.visitor.request("/"));
		assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
			.contains("default-src 'none';", "script-src 'self';", "connect-src 'self' " + this.platform + ";",
					"form-action 'self' " + this.platform + ";")
			.doesNotContain("unsafe");
		assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
		assertThat(page.body()).doesNotContain("<style", "onclick", "javascript:");
		assertThat(page.body().indexOf("response.js")).isLessThan(page.body().indexOf("<link"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/server/videos", "/server/videos/sample-01/content" })
	void serverWhenNobodyIsLoggedInThenUnauthorized(String path) throws Exception {
		assertThat(this.visitor.send(this.visitor.request(path).header("Accept", "text/html")).statusCode())
			.isEqualTo(401);
	}

	@Test
	void videosWhenLoggedInThenThoseOfPlatform() throws Exception {
		HttpResponse<String> videos = this.visitor.logIn().send(this.visitor.request("/server/videos"));
		assertThat(videos.body()).contains("\"title\":\"Test pattern 1\"");
	}

	@Test
	void contentWhenUploadedThenSameBytesAsDownload() throws Exception {
		String path = uploaded("0123456789");
		HttpResponse<String> content = this.visitor.send(this.visitor.request(path));
		assertThat(content.body()).isEqualTo("0123456789");
		assertThat(content.headers().map()).containsKeys("etag", "content-length")
			.doesNotContainKeys("set-cookie", "www-authenticate", "vary");
		assertThat(content.headers().firstValue("Content-Disposition").orElseThrow()).startsWith("attachment;");
		assertThat(content.headers().firstValue("Cache-Control")).hasValue("private, no-store");
		assertThat(content.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
		assertThat(content.headers().allValues("Content-Security-Policy"))
			.containsExactly("sandbox; default-src 'none'; frame-ancestors 'none'");
	}

	@ParameterizedTest
	@CsvSource({ "bytes=2-4, 206, bytes 2-4/10, 234", "bytes=-3, 206, bytes 7-9/10, 789",
			"bytes=20-, 416, bytes */10, ''" })
	void contentWhenRangeThenThatPart(String range, int status, String contentRange, String bytes) throws Exception {
		String path = uploaded("0123456789");
		HttpResponse<String> part = this.visitor.send(this.visitor.request(path).header("Range", range));
		assertThat(part.statusCode()).isEqualTo(status);
		assertThat(part.headers().firstValue("Content-Range")).hasValue(contentRange);
		assertThat(part.body()).isEqualTo(bytes);
	}

	@Test
	void contentWhenHeadIsRequestedThenNoBytes() throws Exception {
		String path = uploaded("0123456789");
		HttpResponse<String> head = this.visitor
			.send(this.visitor.request(path).method("HEAD", BodyPublishers.noBody()));
		assertThat(head.statusCode()).isEqualTo(200);
		assertThat(head.headers().firstValue("Content-Length")).hasValue("10");
		assertThat(head.body()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "video/mp4", "multipart/form-data; boundary=part", "application/x-www-form-urlencoded" })
	void uploadWhenTokenAgainstForgedRequestsIsMissingThenForbidden(String type) throws Exception {
		String path = uploaded("0123456789");
		HttpResponse<String> response = this.visitor
			.send(this.visitor.request(path).header("Content-Type", type).PUT(BodyPublishers.ofString("_csrf=forged")));
		assertThat(response.statusCode()).isEqualTo(403);
		assertThat(this.visitor.send(this.visitor.request(path)).body()).isEqualTo("0123456789");
	}

	@Test
	void downloadWhenUserLogsOutThenEnds(CapturedOutput output) throws Exception {
		String path = this.visitor.logIn().create("Large");
		this.visitor.upload(path, "video/mp4", BodyPublishers.ofByteArray(new byte[LARGE]));
		try (InputStream content = this.visitor.send(this.visitor.request(path), BodyHandlers.ofInputStream()).body()) {
			content.readNBytes(1024);
			this.visitor.logOut();
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> content.readNBytes(LARGE));
		}
		assertThat(output).contains("The user has logged out meanwhile");
		assertThatAllIsWell(output);
	}

	private void assertThatAllIsWell(CapturedOutput output) throws IOException, InterruptedException {
		openBrowser();
		assertThat(this.visitor.logIn().send(this.visitor.request("/server/videos")).statusCode()).isEqualTo(200);
		assertThat(output).doesNotContain("\tat ", "ERROR", "Ignoring", "Exception");
	}

	private String uploaded(String bytes) throws IOException, InterruptedException {
		String path = this.visitor.logIn().create("Small");
		assertThat(this.visitor.upload(path, "text/html", BodyPublishers.ofString(bytes)).statusCode()).isEqualTo(204);
		return path;
	}

}
