package io.videoplatform.internal.doctor;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformException;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.internal.discovery.WebFingerDocument;
import io.videoplatform.internal.document.DocumentFailure;
import io.videoplatform.internal.document.DocumentResponse;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * The rules on a host that responds: it is reached, its certificate is accepted, and what
 * it says is a WebFinger response. One request serves all three, so that they say what
 * the engine meets.
 */
final class HostRules {

	private static final Duration SOON = Duration.ofDays(14);

	private static final List<MediaType> JRD = List.of(MediaType.parseMediaType("application/jrd+json"),
			MediaType.APPLICATION_JSON);

	private static final Set<PlatformError> UNREACHED = Set.of(PlatformError.CONNECT, PlatformError.ADDRESS_REFUSED);

	private final CheckState state;

	private boolean connected;

	private @Nullable PlatformException refusal;

	HostRules(CheckState state) {
		this.state = state;
	}

	Found connection() {
		try {
			this.state.webFinger(this.state.await(this.state.discovery().webFinger()));
		}
		catch (PlatformException ex) {
			if (isUnreached(ex)) {
				throw ex;
			}
			this.refusal = ex;
		}
		this.connected = true;
		return Found.passed("Connected to %s".formatted(this.state.subject().root()));
	}

	/**
	 * Return whether a request did not get as far as the API host. Where that redirects
	 * to is another matter.
	 */
	private static boolean isUnreached(PlatformException failure) {
		boolean responded = failure.getCause() instanceof DocumentFailure reason && reason.hasResponse();
		return !responded && UNREACHED.contains(failure.getError());
	}

	private void requireConnected() {
		CheckState.required(this.connected ? this.state : null, CheckRule.CONNECTION);
	}

	Found certificate() {
		requireConnected();
		return certificate(this.state.subject().root().uri());
	}

	/**
	 * Return the finding on the certificate of a server.
	 */
	Found certificate(URI url) {
		CertificateInspector inspector = this.state.subject().certificates();
		if (!"https".equalsIgnoreCase(url.getScheme())) {
			return Found
				.skipped("%s is reached by plain http, which is allowed for this origin".formatted(Origin.of(url)));
		}
		if (inspector == null) {
			return Found.skipped("Not looked at, because requests go through a proxy");
		}
		PeerCertificate certificate = this.state.await(inspector.inspect(url).singleOptional()).orElse(null);
		if (certificate == null) {
			return Found.skipped("%s has presented no certificate".formatted(Origin.of(url)));
		}
		ExchangeFailedException refusal = certificate.refusal();
		if (refusal != null) {
			return Found.of(CheckVerdict.FAILED,
					"%s. It is refused: %s".formatted(certificate.describe(), refusal.getMessage()), refusal.error());
		}
		Duration left = Duration.between(this.state.subject().clock().instant(), certificate.validUntil());
		return (left.compareTo(SOON) >= 0) ? Found.passed(certificate.describe()) : Found.warning(
				"%s, which is in %d days".formatted(certificate.describe(), Math.max(0, left.toDays())),
				"Renew the certificate at the server before it expires, and check why it has not been renewed by itself.");
	}

	Found webFinger() {
		requireConnected();
		if (this.refusal != null) {
			throw this.refusal;
		}
		DocumentResponse<WebFingerDocument> document = this.state.webFinger();
		String via = document.source().equals(document.url()) ? ""
				: ", after a redirect to " + PrintableUrl.of(document.source());
		String found = "It names the issuer %s%s".formatted(PrintableText.of(document.value().location().issuer()),
				via);
		PlatformEvent warning = this.state.takeWarning();
		if (warning != null) {
			return Found.of(CheckVerdict.WARNING, found, warning);
		}
		String type = document.header(HttpHeaders.CONTENT_TYPE);
		return isJrd(type) ? Found.passed(found) : Found.warning(
				"%s. Its content type is %s".formatted(found,
						type.isEmpty() ? "missing" : this.state.subject().quoted(type)),
				"Have the host send 'Content-Type: application/jrd+json'; other clients may refuse the response.");
	}

	private static boolean isJrd(String type) {
		try {
			return JRD.stream().anyMatch((known) -> known.includes(MediaType.parseMediaType(type)));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

}
