package io.videoplatform.internal.store.redis;

import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLHandshakeException;

import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is said of a failure of Redis.
 */
class RedisExceptionTranslatorTests {

	@Test
	void translateWhenHostIsUnknownThenSaysSo() {
		Throwable unknown = new UnknownHostException("canary").initCause(new IllegalStateException("canary"));
		assertThat(RedisExceptionTranslator.translate(new RedisConnectionFailureException("canary", unknown)))
			.hasMessage("Redis is not available: UnknownHostException");
	}

	@Test
	void translateWhenCertificateIsUntrustedThenSaysSo() {
		Throwable handshake = new SSLHandshakeException("canary")
			.initCause(new CertificateException("canary", new CertPathBuilderException()));
		assertThat(RedisExceptionTranslator.translate(new RedisConnectionFailureException("canary", handshake)))
			.hasMessage("Redis is not available: certificate_untrusted");
	}

	@Test
	void translateWhenThereIsNoResponseThenSaysSo() {
		assertThat(RedisExceptionTranslator.translate(new TimeoutException("canary")))
			.hasMessage("Redis did not respond in time");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			OOM command not allowed | OOM
			WRONGPASS canary | WRONGPASS
			ERR Error running script (call to f_1): @user_script: 11: -OOM command not allowed | OOM
			ERR The user executing the script can't run this command or subcommand script: canary | NOPERM
			ERR The user executing the script can't access at least one of the keys script: canary | NOPERM
			ERR Error running script: @user_script:8: The user executing the script can't publish to canary | NOPERM
			ERR unknown command 'canary' | ERR""")
	void translateWhenACommandIsRefusedThenNamesTheCode(String message, String code) {
		RedisCommandExecutionException refused = new RedisCommandExecutionException(message);
		assertThat(RedisExceptionTranslator.translate(new RedisSystemException("canary", refused)))
			.hasMessage("Redis refused a command: " + code);
	}

	@Test
	void translateWhenThereIsNoCodeThenNamesTheType() {
		assertThat(RedisExceptionTranslator
			.translate(new RedisSystemException("canary", new RedisCommandExecutionException("canary"))))
			.hasMessage("Redis is not available: RedisCommandExecutionException");
	}

}
