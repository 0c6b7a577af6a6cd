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
 * The certificate that a server presents, and whether it was accepted.
 *
 * @param names whom it is for
 * @param issuer who has issued it
 * @param validFrom when its life begins
 * @param validUntil when it expires
 * @param refusal why it was not accepted, or {@code null} if it was
 */
record PeerCertificate(String names, String issuer, Instant validFrom, Instant validUntil,
		@Nullable ExchangeFailedException refusal) {

	private static final int MAX_NAMES = 5;

	static PeerCertificate of(X509Certificate certificate, @Nullable ExchangeFailedException refusal) {
		return new PeerCertificate(names(certificate),
				PrintableText.of(certificate.getIssuerX500Principal().toString()),
				certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant(), refusal);
	}

	private static String names(X509Certificate certificate) {
		try {
			String names = Objects.requireNonNullElse(certificate.getSubjectAlternativeNames(), List.<List<?>>of())
				.stream()
				.filter((name) -> name.size() > 1 && name.get(1) instanceof String)
				.limit(MAX_NAMES)
				.map((name) -> String.valueOf(name.get(1)))
				.collect(Collectors.joining(", "));
			return PrintableText.of(names.isEmpty() ? certificate.getSubjectX500Principal().toString() : names);
		}
		catch (CertificateParsingException ex) {
			return "malformed names";
		}
	}

	String describe() {
		return "The certificate is for %s, issued by %s, and valid from %s to %s".formatted(this.names, this.issuer,
				this.validFrom, this.validUntil);
	}

}
