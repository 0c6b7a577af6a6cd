package io.videoplatform.internal.http;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an answer tells of itself.
 */
class BoundedResponseTests {

	@ParameterizedTest
	@CsvSource({ "text/html,true", "TEXT/HTML; charset=utf-8,true", "application/xhtml+xml,true",
			"application/json,false", "text/plain,false", "x,false" })
	void isHtmlWhenContentTypeThenAsSaid(String type, boolean expected) {
		assertThat(answer(type).isHtml()).isEqualTo(expected);
		assertThat(answer(type).contentType()).isEqualTo(type);
	}

	@Test
	void contentTypeWhenMissingThenSaysSo() {
		BoundedResponse answer = new BoundedResponse(200, new HttpHeaders(), new byte[0]);
		assertThat(answer.contentType()).isEqualTo("no content type");
		assertThat(answer.isHtml()).isFalse();
	}

	@Test
	void toStringWhenPrintedThenNoHeadersAndNoBody() {
		BoundedResponse answer = answer("secret");
		assertThat(answer.toString()).isEqualTo("BoundedResponse[status=200, 6 bytes]");
	}

	private static BoundedResponse answer(String type) {
		HttpHeaders headers = new HttpHeaders();
		headers.add(HttpHeaders.CONTENT_TYPE, type);
		return new BoundedResponse(200, headers, new byte[] { 's', 'e', 'c', 'r', 'e', 't' });
	}

}
