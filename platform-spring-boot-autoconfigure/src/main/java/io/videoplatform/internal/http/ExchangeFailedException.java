package io.videoplatform.internal.http;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import io.videoplatform.PlatformError;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when no complete response arrived.
 */
public class ExchangeFailedException extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	private final boolean sent;

	/**
	 * Create a new instance.
	 * @param message what happened
	 * @param sent whether the server may have processed the request
	 * @param cause the cause
	 */
	public ExchangeFailedException(String message, boolean sent, Throwable cause) {
		super(message, cause);
		this.sent = sent;
	}

	/**
	 * Return whether the server may have processed the request. It is {@code false} only
	 * where that is certain: name resolution, refused connect, TLS handshake.
	 * @return whether the outcome is unknown
	 */
	public boolean mayHaveBeenProcessed() {
		return this.sent;
	}

	/**
	 * Return what kept the response from arriving. What is wrong with a certificate is
	 * the cause of what is wrong with the handshake.
	 */
	@Override
	public PlatformError error() {
		return errorOf(getCause());
	}

	/**
	 * Return what a failure of an HTTP engine means.
	 */
	static PlatformError errorOf(@Nullable Throwable failure) {
		List<PlatformError> errors = Stream.<@Nullable Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(10)
			.flatMap((cause) -> error(cause).stream())
			.toList();
		if (errors.isEmpty()) {
			return PlatformError.CONNECTION;
		}
		return (errors.get(0) == PlatformError.TLS) ? errors.get(errors.size() - 1) : errors.get(0);
	}

	/**
	 * Time-outs first: that of a connect may be a failure to connect, too. Each HTTP
	 * engine has types of its own.
	 */
	private static Optional<PlatformError> error(Throwable cause) {
		if (cause.getClass().getSimpleName().contains("Timeout")) {
			return Optional.of(PlatformError.TIMEOUT);
		}
		if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
			return Optional.of(PlatformError.UNKNOWN_HOST);
		}
		if (cause instanceof GeneralSecurityException) {
			return Optional.of(certificate(cause));
		}
		if (cause instanceof SSLException) {
			return Optional.of(isWithoutTls(cause) ? PlatformError.NO_TLS : PlatformError.TLS);
		}
		return (cause instanceof ConnectException || cause instanceof NoRouteToHostException)
				? Optional.of(PlatformError.CONNECT) : Optional.empty();
	}

	/**
	 * Return whether the server has sent something else than TLS. There is a type for
	 * that in Netty only; the JDK's messages differ by their beginnings.
	 */
	private static boolean isWithoutTls(Throwable cause) {
		return cause.getClass().getSimpleName().equals("NotSslRecordException")
				|| String.valueOf(cause.getMessage()).contains("nrecognized SSL message");
	}

	private static PlatformError certificate(Throwable cause) {
		if (cause instanceof CertificateExpiredException) {
			return PlatformError.CERTIFICATE_EXPIRED;
		}
		if (cause instanceof CertificateNotYetValidException) {
			return PlatformError.CERTIFICATE_NOT_YET_VALID;
		}
		if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException) {
			return PlatformError.CERTIFICATE_UNTRUSTED;
		}
		return (cause instanceof CertificateException) ? PlatformError.CERTIFICATE_HOST : PlatformError.TLS;
	}

}
