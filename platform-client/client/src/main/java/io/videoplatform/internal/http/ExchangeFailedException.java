package io.videoplatform.internal.http;

import java.lang.reflect.Modifier;
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
import java.util.Optional;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

import io.videoplatform.PlatformError;

import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * Thrown when no complete response arrived.
 */
public class ExchangeFailedException extends RuntimeException implements TypedFailure {

	private static final long serialVersionUID = 1L;

	/**
	 * That of Spring Boot, which is not public.
	 */
	private static final String FILTERED = "FilteredHostException";

	/**
	 * Time-outs of a connect among them, which are cured as other failures to connect
	 * are.
	 */
	private static final List<Class<? extends Exception>> UNREACHED = List.of(ConnectException.class,
			UnknownHostException.class, UnresolvedAddressException.class, NoRouteToHostException.class);

	private final boolean sent;

	public ExchangeFailedException(String message, boolean sent, Throwable cause) {
		super(message, cause);
		this.sent = sent;
	}

	/**
	 * Return what a failure of an HTTP client means.
	 */
	static ExchangeFailedException of(Throwable failure, boolean sent) {
		Throwable cause = (failure instanceof WebClientRequestException && failure.getCause() != null)
				? failure.getCause() : failure;
		boolean before = CauseChain.of(cause)
			.anyMatch((each) -> isUnreached(each) || isFiltered(each) || each instanceof SSLHandshakeException);
		return new ExchangeFailedException(describe(decisive(cause)), sent && !before, cause);
	}

	private static boolean isUnreached(Throwable cause) {
		return UNREACHED.stream().anyMatch((type) -> type.isInstance(cause));
	}

	private static boolean isFiltered(Throwable cause) {
		return cause.getClass().getSimpleName().equals(FILTERED);
	}

	/**
	 * Netty's message for a server without TLS is the whole response, in hexadecimal.
	 */
	private static String describe(Throwable cause) {
		if (cause.getClass().getSimpleName().equals("NotSslRecordException")) {
			return "the server responded without TLS";
		}
		String message = cause.getMessage();
		String name = publicType(cause.getClass()).getSimpleName();
		return (message != null) ? name + ": " + PrintableText.of(message.strip()) : name;
	}

	private static Class<?> publicType(Class<?> type) {
		return (Modifier.isPublic(type.getModifiers()) || type.getSuperclass() == null) ? type
				: publicType(type.getSuperclass());
	}

	/**
	 * Return whether the server may have processed the request. It is {@code false} only
	 * where that is certain: name resolution, filtered addresses, refused connect, TLS
	 * handshake.
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
		Throwable cause = getCause();
		return (cause != null) ? error(decisive(cause)).orElse(PlatformError.CONNECT) : PlatformError.CONNECT;
	}

	/**
	 * Return what is wrong with TLS if a connection of another protocol has failed for
	 * that.
	 */
	public static Optional<PlatformError> tlsError(Throwable failure) {
		Throwable decisive = decisive(failure);
		return (decisive instanceof SSLException || decisive instanceof GeneralSecurityException) ? error(decisive)
				: Optional.empty();
	}

	/**
	 * Return which of the causes says what has happened, the innermost that is known:
	 * message and error are taken from it.
	 */
	private static Throwable decisive(Throwable failure) {
		return CauseChain.of(failure)
			.filter((cause) -> error(cause).isPresent())
			.reduce(failure, (outer, inner) -> inner);
	}

	private static Optional<PlatformError> error(Throwable cause) {
		if (isFiltered(cause)) {
			return Optional.of(PlatformError.ADDRESS_REFUSED);
		}
		if (isUnreached(cause)) {
			return Optional.of(PlatformError.CONNECT);
		}
		if (cause.getClass().getSimpleName().contains("Timeout")) {
			return Optional.of(PlatformError.TIMEOUT);
		}
		if (cause instanceof GeneralSecurityException) {
			return Optional.of(certificate(cause));
		}
		return (cause instanceof SSLException) ? Optional.of(PlatformError.TLS) : Optional.empty();
	}

	private static PlatformError certificate(Throwable cause) {
		if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
			return PlatformError.CERTIFICATE_EXPIRED;
		}
		if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException) {
			return PlatformError.CERTIFICATE_UNTRUSTED;
		}
		return (cause instanceof CertificateException) ? PlatformError.CERTIFICATE_HOST : PlatformError.TLS;
	}

}
