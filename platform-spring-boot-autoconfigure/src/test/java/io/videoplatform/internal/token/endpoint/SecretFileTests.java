package io.videoplatform.internal.token.endpoint;

import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A secret in a file, as editors and shells write it.
 */
class SecretFileTests {

	private static SecretFile secret(Resource file) {
		return new SecretFile("platform.client-secret-location", file);
	}

	@ParameterizedTest
	@CsvSource({ "'s\u00e9cret\n', s\u00e9cret", "'secret\r\n', secret", "'\ufeffsecret', secret",
			"' secret ', ' secret '" })
	void getWhenTextThenWithoutTerminatorsAndByteOrderMark(String content, String secret) {
		assertThat(secret(new ByteArrayResource(content.getBytes(StandardCharsets.UTF_8))).get()).isEqualTo(secret);
	}

	/**
	 * Windows PowerShell redirects output as UTF-16.
	 */
	@ParameterizedTest
	@CsvSource({ "UTF-16LE, '\ufeffsecret\r\n'", "ISO-8859-1, s\u00e9cret" })
	void getWhenInAnotherEncodingThenSaysSo(Charset encoding, String content) {
		assertThatExceptionOfType(CredentialsUnavailableException.class)
			.isThrownBy(() -> secret(new ByteArrayResource(content.getBytes(encoding), "the file")).get())
			.withMessageStartingWith("'platform.client-secret-location' leads to")
			.withMessageEndingWith("[the file], which is no text in UTF-8");
	}

	@Test
	void getWhenEndlessThenSaysSo() {
		InputStream endless = new InputStream() {

			@Override
			public int read() {
				return 'x';
			}

		};
		assertThatExceptionOfType(CredentialsUnavailableException.class)
			.isThrownBy(() -> secret(new InputStreamResource(endless)).get())
			.withMessageEndingWith("which is larger than 64 KiB");
	}

}
