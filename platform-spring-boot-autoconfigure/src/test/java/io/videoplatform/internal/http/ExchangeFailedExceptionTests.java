package io.videoplatform.internal.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.proxy.HttpProxyHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.handler.timeout.ReadTimeoutException;
import io.videoplatform.PlatformError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What kept a response from arriving, by the exceptions that HTTP engines and the JDK
 * throw.
 */
class ExchangeFailedExceptionTests {

	static Stream<Arguments> errorWhenCausedThenNamed() {
		CertPathValidatorException path = new CertPathValidatorException("validity check failed",
				new CertificateExpiredException("NotAfter: yesterday"));
		return Stream.of(Arguments.of(new TimeoutException(), PlatformError.TIMEOUT),
				Arguments.of(new UnknownHostException("nowhere"), PlatformError.CONNECT),
				Arguments.of(new ConnectException("refused"), PlatformError.CONNECT),
				Arguments.of(new ConnectTimeoutException("connection timed out after 2000 ms"), PlatformError.CONNECT),
				Arguments.of(new SocketTimeoutException("Read timed out"), PlatformError.TIMEOUT),
				Arguments.of(ReadTimeoutException.INSTANCE, PlatformError.TIMEOUT),
				Arguments.of(new SslHandshakeTimeoutException("handshake timed out"), PlatformError.TIMEOUT),
				Arguments.of(new SSLException("closed"), PlatformError.TLS),
				Arguments.of(new IOException("reset"), PlatformError.CONNECT), tls(null, PlatformError.TLS),
				tls(new CertificateException("PKIX path validation failed", path), PlatformError.CERTIFICATE_EXPIRED),
				tls(new CertificateNotYetValidException(), PlatformError.CERTIFICATE_EXPIRED),
				tls(new CertificateException("PKIX path building failed", new CertPathBuilderException()),
						PlatformError.CERTIFICATE_UNTRUSTED),
				tls(new CertificateException("No name matching api.example.com found"),
						PlatformError.CERTIFICATE_HOST));
	}

	private static Arguments tls(Exception cause, PlatformError error) {
		return Arguments.of(new SSLHandshakeException("handshake").initCause(cause), error);
	}

	@Test
	void ofWhenProxyRefusesThenMessageAndErrorOfTheSameCause() {
		SSLException tls = new SSLException("failure when writing TLS control frames",
				new HttpProxyHandler.HttpProxyConnectException("http, none, proxy:3128 => h:443, status: 407", null));
		ExchangeFailedException failed = ExchangeFailedException.of(tls, true);
		assertThat(failed).hasMessage("HttpProxyConnectException: http, none, proxy:3128 => h:443, status: 407");
		assertThat(failed.error()).isEqualTo(PlatformError.CONNECT);
		assertThat(failed.mayHaveBeenProcessed()).isFalse();
	}

	@Test
	void ofWhenClientHasATimeoutOfItsOwnThenItsMessage() {
		ExchangeFailedException failed = ExchangeFailedException.of(new TimeoutException("Idle timeout 10000/10000 ms"),
				true);
		assertThat(failed).hasMessage("TimeoutException: Idle timeout 10000/10000 ms");
		assertThat(failed.error()).isEqualTo(PlatformError.TIMEOUT);
		assertThat(failed.mayHaveBeenProcessed()).isTrue();
		assertThat(
				ExchangeFailedException.of(new ConnectTimeoutException("after 2000 ms"), true).mayHaveBeenProcessed())
			.isFalse();
	}

	@ParameterizedTest
	@MethodSource
	void errorWhenCausedThenNamed(Throwable cause, PlatformError error) {
		ExchangeFailedException failed = new ExchangeFailedException("it failed", false,
				new IllegalStateException(cause));
		assertThat(failed.error()).isEqualTo(error);
		assertThat(failed.errorType()).isEqualTo(error.getCode());
	}

}
