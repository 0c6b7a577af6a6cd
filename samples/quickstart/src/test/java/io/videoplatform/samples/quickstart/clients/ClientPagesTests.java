package io.videoplatform.samples.quickstart.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the pages of the kinds of clients, as a browser without JavaScript gets them.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "sample.local-platform.enabled=false", "quickstart.interval=1d" })
@AutoConfigureMockPlatform
class ClientPagesTests {

	private final HttpClient http = HttpClient.newHttpClient();

	@LocalServerPort
	private int port;

	@Autowired
	private ClientController controller;

	@Autowired
	private MockPlatform platform;

	@BeforeEach
	void stub() {
		this.platform.stub("videos", """
				{"total": 1, "items": [{"id": "1", "title": "Intro <1>", "collectionId": "samples"}]}""");
	}

	@Test
	void pagesWhenOpenedOneAfterTheOtherThenSameListAndOneTokenRequest() throws Exception {
		List<ClientKind> kinds = this.controller.kinds();
		assertThat(kinds).hasSize(5);
		for (ClientKind kind : kinds) {
			assertThat(open("/clients/" + kind.id())).contains("<strong class=\"title\">Intro &lt;1&gt;</strong>")
				.contains("<code>" + kind.code().replace("\"", "&quot;").replace("<", "&lt;"))
				.doesNotContain("class=\"trouble\"", "http://", "https://", "style=\"", "<script");
		}
		assertThat(this.platform.apiRequests()).hasSize(5).allMatch(ApiRequest::authorized);
		assertThat(this.platform.tokenRequests()).hasSize(1);
	}

	@Test
	void pageOfAllWhenOpenedThenOneTokenRequest() throws Exception {
		assertThat(open("/clients")).contains("5 of 5 clients got a response; token requests meanwhile: 1.")
			.contains("<a href=\"/clients\" aria-current=\"page\">All</a>");
		assertThat(open("/clients")).contains("5 of 5 clients got a response; token requests meanwhile: 0.");
		assertThat(this.platform.apiRequests()).hasSize(10);
		assertThat(this.platform.tokenRequests()).hasSize(1);
	}

	@Test
	void pagesWhenTokenIsRejectedThenEachGetsItsListAndAllOneToken() throws Exception {
		open("/clients");
		this.platform.reject();
		assertThat(open("/clients")).contains("5 of 5 clients got a response; token requests meanwhile: 1.");
	}

	@Test
	void codeWhenComparedThenLineOfTheseSources() throws Exception {
		try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
			List<String> lines = files.filter((file) -> file.toString().endsWith(".java"))
				.flatMap(ClientPagesTests::lines)
				.map(String::trim)
				.toList();
			assertThat(this.controller.kinds()).extracting(ClientKind::code).allMatch(lines::contains);
		}
	}

	private static Stream<String> lines(Path file) {
		try {
			return Files.readAllLines(file).stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String open(String path) throws Exception {
		HttpResponse<String> response = send(path);
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body();
	}

	private HttpResponse<String> send(String path) throws Exception {
		URI url = URI.create("http://127.0.0.1:" + this.port + path);
		return this.http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
	}

}
