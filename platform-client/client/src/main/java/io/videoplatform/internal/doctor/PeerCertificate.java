package io.videoplatform.internal.doctor;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that a server presents, and why it was not accepted.
 *
 * @param certificate the certificate
 * @param refusal why it was not accepted, or {@code null} if it was
 */
record PeerCertificate(X509Certificate certificate, @Nullable ExchangeFailedException refusal) {

	private static final int MAX_NAMES = 5;

	Instant validUntil() {
		return this.certificate.getNotAfter().toInstant();
	}

	String describe() {
		return "The certificate is for %s, issued by %s, and valid from %s to %s".formatted(PrintableText.of(names()),
				PrintableText.of(this.certificate.getIssuerX500Principal().toString()),
				this.certificate.getNotBefore().toInstant(), validUntil());
	}

	private String names() {
		try {
			String names = Objects.requireNonNullElse(this.certificate.getSubjectAlternativeNames(), List.<List<?>>of())
				.stream()
				.filter((name) -> name.get(1) instanceof String)
				.limit(MAX_NAMES)
				.map((name) -> String.valueOf(name.get(1)))
				.collect(Collectors.joining(", "));
			return names.isEmpty() ? this.certificate.getSubjectX500Principal().toString() : names;
		}
		catch (CertificateParsingException ex) {
			return "malformed names";
		}
	}

}
