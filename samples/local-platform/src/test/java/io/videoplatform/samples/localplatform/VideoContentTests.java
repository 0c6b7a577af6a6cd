package io.videoplatform.samples.localplatform;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for upload and download.
 */
@LocalPlatformTest
class VideoContentTests {

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

	@ParameterizedTest
	@CsvSource({ "bytes=100-199, 206, 100-199", "bytes=-100, 206, 9900-9999", "bytes=9990-20000, 206, 9990-9999",
			"'bytes=20000-, 5-6', 206, 5-6", "bytes=10000-, 416, *", "bytes=-0, 416, *", "bytes=a-b, 200,",
			"bytes=9-5, 200,", "lines=0-1, 200," })
	void downloadWhenRangeThenThatPartOrTheWhole(String range, int status, @Nullable String part) throws Exception {
		byte[] bytes = randomBytes(10_000);
		HttpResponse<byte[]> response = this.platform
			.download(this.platform.authorized(upload(bytes)).header("Range", range));
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Range").orElse(""))
			.isEqualTo((part != null) ? "bytes %s/10000".formatted(part) : "");
		if (status == 206) {
			String[] ends = String.valueOf(part).split("-");
			assertThat(response.body())
				.isEqualTo(Arrays.copyOfRange(bytes, Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1));
		}
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
	void uploadWhenTooLargeThenRefusedAndOldContentStays() throws Exception {
		byte[] bytes = randomBytes(1_000);
		String path = upload(bytes);
		HttpResponse<String> response = this.platform
			.send(this.platform.authorized(path).PUT(HttpRequest.BodyPublishers.ofByteArray(randomBytes(1_100_000))));
		assertThat(response.statusCode()).isEqualTo(413);
		assertThat(this.platform.download(this.platform.authorized(path)).body()).isEqualTo(bytes);
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
