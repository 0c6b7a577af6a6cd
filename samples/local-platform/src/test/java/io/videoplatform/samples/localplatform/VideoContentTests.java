package io.videoplatform.samples.localplatform;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for upload and download.
 */
@LocalPlatformTest
class VideoContentTests {

	private static final String SAMPLE = "/v1/videos/sample-02/content";

	@Autowired
	private PlatformClient platform;

	@Test
	void downloadWhenUploadedThenSameBytes() throws Exception {
		byte[] bytes = randomBytes(300_000);
		String path = upload(bytes);
		HttpResponse<byte[]> response = this.platform.download(this.platform.authorized(path));
		assertThat(response.body()).isEqualTo(bytes);
		assertThat(response.headers().firstValue("Content-Type")).hasValue("video/mp4");
		assertThat(response.headers().firstValue("Accept-Ranges")).hasValue("bytes");
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(bytes.length);
	}

	@Test
	void downloadWhenRangeThenPart() throws Exception {
		byte[] bytes = randomBytes(10_000);
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(upload(bytes)).header("Range", "bytes=100-199"));
		assertThat(response.statusCode()).isEqualTo(206);
		assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes 100-199/10000");
		assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, 100, 200));
	}

	@Test
	void downloadWhenRangeOfOtherVersionThenWhole() throws Exception {
		byte[] bytes = randomBytes(10_000);
		String path = upload(bytes);
		String version = this.platform.download(this.platform.authorized(path))
			.headers()
			.firstValue("ETag")
			.orElseThrow();
		HttpRequest.Builder same = this.platform.authorized(path).header("Range", "bytes=100-199");
		assertThat(this.platform.download(same.header("If-Range", version)).statusCode()).isEqualTo(206);
		HttpRequest.Builder other = this.platform.authorized(path).header("Range", "bytes=100-199");
		HttpResponse<byte[]> response = this.platform.download(other.header("If-Range", "\"other\""));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.body()).isEqualTo(bytes);
	}

	@ParameterizedTest
	@ValueSource(strings = { "bytes=10000-", "bytes=9999999-", "bytes=-0", "bytes=10000-10001, 20000-",
			"bytes=99999999999999999999-" })
	void downloadWhenRangeIsBeyondEndThenNotSatisfiableAndEmpty(String range) throws Exception {
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(upload(randomBytes(10_000))).header("Range", range));
		assertThat(response.statusCode()).isEqualTo(416);
		assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes */10000");
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(0);
		assertThat(response.body()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "bytes", "bytes=", "bytes=a-b", "bytes=5", "bytes=-", "bytes=9-5", "bytes=0-1,x",
			"bytes=,", "bytes=--1", "bytes=+1-2", "lines=0-1", "bytes=0-,0-", "bytes 0-1" })
	void downloadWhenRangeCannotBeReadThenWhole(String range) throws Exception {
		byte[] bytes = randomBytes(10_000);
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(upload(bytes)).header("Range", range));
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Range")).isEmpty();
		assertThat(response.body()).isEqualTo(bytes);
	}

	@ParameterizedTest
	@CsvSource({ "bytes=-100,9900,9999", "bytes=9990-,9990,9999", "bytes=9990-20000,9990,9999", "Bytes=0-0,0,0",
			"bytes=-20000,0,9999", "'bytes=20000-, 5-6',5,6", "'bytes=,0-1,,',0,1" })
	void downloadWhenOneRangeThenThatPart(String range, int first, int last) throws Exception {
		byte[] bytes = randomBytes(10_000);
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(upload(bytes)).header("Range", range));
		assertThat(response.statusCode()).isEqualTo(206);
		assertThat(response.headers().firstValue("Content-Range")).hasValue("bytes %d-%d/10000".formatted(first, last));
		assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, first, last + 1));
	}

	@Test
	void downloadWhenSeveralRangesThenPartsOfTheRightLength() throws Exception {
		byte[] bytes = randomBytes(10_000);
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(upload(bytes)).header("Range", "bytes=0-99, 20000-, -100"));
		assertThat(response.statusCode()).isEqualTo(206);
		assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(response.body().length);
		assertThat(response.headers().firstValue("Content-Range")).isEmpty();
		String type = response.headers().firstValue("Content-Type").orElseThrow();
		assertThat(type).startsWith("multipart/byteranges");
		String boundary = type.substring(type.indexOf('=') + 1);
		assertThat(new String(response.body(), StandardCharsets.ISO_8859_1)).isEqualTo(
				part(boundary, bytes, 0, 99) + part(boundary, bytes, 9900, 9999) + "\r\n--" + boundary + "--\r\n");
	}

	private static String part(String boundary, byte[] bytes, int first, int last) {
		return "\r\n--%s\r\nContent-Type: video/mp4\r\nContent-Range: bytes %d-%d/10000\r\n\r\n".formatted(boundary,
				first, last) + new String(Arrays.copyOfRange(bytes, first, last + 1), StandardCharsets.ISO_8859_1);
	}

	@Test
	void headWhenRangeThenLengthOfTheWhole() throws Exception {
		HttpResponse<byte[]> head = this.platform.download(this.platform.authorized(upload(randomBytes(10_000)))
			.header("Range", "bytes=0-9")
			.method("HEAD", HttpRequest.BodyPublishers.noBody()));
		assertThat(head.statusCode()).isEqualTo(200);
		assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(10_000);
	}

	@Test
	void headWhenContentThenLengthOnly() throws Exception {
		HttpResponse<byte[]> full = this.platform.download(this.platform.authorized(SAMPLE));
		HttpResponse<byte[]> head = this.platform
			.download(this.platform.authorized(SAMPLE).method("HEAD", HttpRequest.BodyPublishers.noBody()));
		assertThat(head.statusCode()).isEqualTo(200);
		assertThat(head.body()).isEmpty();
		assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(full.body().length);
	}

	@Test
	void downloadWhenTagMatchesThenNotModified() throws Exception {
		String tag = this.platform.download(this.platform.authorized(SAMPLE))
			.headers()
			.firstValue("ETag")
			.orElseThrow();
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(SAMPLE).header("If-None-Match", tag));
		assertThat(response.statusCode()).isEqualTo(304);
	}

	@Test
	void downloadWhenNothingUploadedThenNotFound() throws Exception {
		assertThat(this.platform.send(this.platform.authorized(create() + "/content")).statusCode()).isEqualTo(404);
	}

	@Test
	void downloadWhenNoTokenThenUnauthorized() throws Exception {
		assertThat(this.platform.get(SAMPLE).statusCode()).isEqualTo(401);
	}

	@Test
	void uploadWhenLengthIsUnknownThenKept() throws Exception {
		byte[] bytes = randomBytes(200_000);
		String path = create() + "/content";
		HttpResponse<String> response = this.platform.send(this.platform.authorized(path)
			.PUT(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
		assertThat(this.platform.json(response).at("/content/size").asInt()).isEqualTo(bytes.length);
		assertThat(this.platform.download(this.platform.authorized(path)).body()).isEqualTo(bytes);
	}

	@Test
	void uploadWhenTooLargeThenRefusedAndOldContentStays() throws Exception {
		byte[] bytes = randomBytes(1_000);
		String path = upload(bytes);
		HttpResponse<String> response = this.platform
			.send(this.platform.authorized(path).PUT(HttpRequest.BodyPublishers.ofByteArray(randomBytes(1_100_000))));
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(this.platform.download(this.platform.authorized(path)).body()).isEqualTo(bytes);
	}

	@Test
	void uploadWhenVideoIsUnknownThenNotFound() throws Exception {
		HttpResponse<String> response = this.platform.send(this.platform.authorized("/v1/videos/none/content")
			.PUT(HttpRequest.BodyPublishers.ofByteArray(new byte[10])));
		assertThat(response.statusCode()).isEqualTo(404);
	}

	@Test
	void uploadWhenNoTokenAndLargeThenResponseArrives() throws Exception {
		HttpResponse<String> response = this.platform
			.send(this.platform.request(SAMPLE).PUT(HttpRequest.BodyPublishers.ofByteArray(new byte[8_000_000])));
		assertThat(response.statusCode()).isEqualTo(401);
	}

	private String upload(byte[] bytes) throws Exception {
		String path = create() + "/content";
		HttpResponse<String> response = this.platform.send(this.platform.authorized(path)
			.header("Content-Type", "video/mp4")
			.PUT(HttpRequest.BodyPublishers.ofByteArray(bytes)));
		assertThat(response.statusCode()).isEqualTo(200);
		return path;
	}

	private String create() throws Exception {
		JsonNode video = this.platform.json(this.platform.send(this.platform.authorized("/v1/videos")
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString("{\"title\":\"Mine\",\"collectionId\":\"films\"}"))));
		return "/v1/videos/" + video.get("id").asString();
	}

	private static byte[] randomBytes(int size) {
		byte[] bytes = new byte[size];
		new Random(size).nextBytes(bytes);
		return bytes;
	}

}
