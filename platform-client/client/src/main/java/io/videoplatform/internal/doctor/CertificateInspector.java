package io.videoplatform.internal.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

import io.videoplatform.internal.http.AddressFilter;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.ExchangeFailedException;
import io.videoplatform.internal.http.Origin;
import io.videoplatform.internal.http.PrintableText;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Looks at the certificate of a server in a handshake of its own, because the HTTP
 * engines do not show it. The decision whether it is accepted is that of the client's
 * trust managers; nothing is sent over the connection.
 */
public final class CertificateInspector {

	/**
	 * For name, connection and handshake together: a server may send a byte now and then.
	 */
	private static final Duration DEADLINE = Duration.ofSeconds(10);

	private final TlsManagers managers;

	private final @Nullable AddressFilter addresses;

	private final Scheduler timer;

	/**
	 * Create a new instance.
	 * @param managers what connections trust
	 * @param addresses the addresses that may be reached, or {@code null} for all
	 * @param timer ends handshakes that take too long
	 */
	public CertificateInspector(TlsManagers managers, @Nullable AddressFilter addresses, Scheduler timer) {
		this.managers = managers;
		this.addresses = addresses;
		this.timer = timer;
	}

	/**
	 * Connect and look at the certificate.
	 * @return the certificate, empty if there was none to look at: then the request
	 * itself tells why
	 */
	Mono<PeerCertificate> inspect(URI url) {
		return Mono
			.using(Socket::new,
					(connection) -> Mono.fromCallable(() -> inspect(Origin.of(url), connection))
						.subscribeOn(Schedulers.boundedElastic()),
					CertificateInspector::close)
			.timeout(DEADLINE, Mono.empty(), this.timer)
			.onErrorComplete();
	}

	private static void close(Socket connection) {
		try {
			connection.close();
		}
		catch (IOException ex) {
			// The handshake has ended either way
		}
	}

	private @Nullable PeerCertificate inspect(Origin origin, Socket connection) throws GeneralSecurityException {
		RecordingTrustManager recording = new RecordingTrustManager(this.managers.trustManager());
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(this.managers.keys(), new TrustManager[] { recording }, null);
		ExchangeFailedException refusal = null;
		try {
			connection.connect(address(origin));
			handshake(context, connection, origin);
		}
		catch (IOException ex) {
			refusal = CauseChain.of(ex).anyMatch(CertificateException.class::isInstance)
					? new ExchangeFailedException(PrintableText.of(String.valueOf(ex.getMessage())), false, ex) : null;
		}
		X509Certificate presented = recording.presented;
		return (presented != null) ? new PeerCertificate(presented, refusal) : null;
	}

	private static void handshake(SSLContext context, Socket connection, Origin origin) throws IOException {
		SSLSocket socket = (SSLSocket) context.getSocketFactory()
			.createSocket(connection, origin.host(), origin.port(), true);
		SSLParameters parameters = socket.getSSLParameters();
		parameters.setEndpointIdentificationAlgorithm("HTTPS");
		socket.setSSLParameters(parameters);
		socket.startHandshake();
	}

	private InetSocketAddress address(Origin origin) throws IOException {
		return Arrays.stream(InetAddress.getAllByName(origin.host()))
			.map((resolved) -> new InetSocketAddress(resolved, origin.port()))
			.filter((resolved) -> this.addresses == null || this.addresses.allows(resolved))
			.findFirst()
			.orElseThrow(() -> new IOException("no address that may be reached"));
	}

	/**
	 * Remembers the certificate that a server presents. Whether it is for that server,
	 * the JDK checks after this.
	 */
	private static final class RecordingTrustManager implements X509TrustManager {

		private final X509TrustManager trust;

		private @Nullable X509Certificate presented;

		RecordingTrustManager(X509TrustManager trust) {
			this.trust = trust;
		}

		@Override
		public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
			this.presented = chain[0];
			this.trust.checkServerTrusted(chain, authType);
		}

		@Override
		public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
			this.trust.checkClientTrusted(chain, authType);
		}

		@Override
		public X509Certificate[] getAcceptedIssuers() {
			return this.trust.getAcceptedIssuers();
		}

	}

}
