package io.videoplatform.internal.doctor;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

import org.jspecify.annotations.Nullable;

/**
 * Remembers the certificate that a server presents, and leaves the decision to another
 * trust manager.
 */
final class RecordingTrustManager extends X509ExtendedTrustManager {

	private final X509ExtendedTrustManager trust;

	private @Nullable X509Certificate presented;

	private boolean accepted;

	RecordingTrustManager(X509ExtendedTrustManager trust) {
		this.trust = trust;
	}

	/**
	 * Return what the server has presented, also if it was refused.
	 */
	@Nullable X509Certificate presented() {
		return this.presented;
	}

	/**
	 * Return whether what the server has presented was accepted.
	 */
	boolean isAccepted() {
		return this.accepted;
	}

	private void remember(X509Certificate[] chain) {
		this.presented = (chain.length > 0) ? chain[0] : null;
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
			throws CertificateException {
		remember(chain);
		this.trust.checkServerTrusted(chain, authType, socket);
		this.accepted = true;
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
			throws CertificateException {
		remember(chain);
		this.trust.checkServerTrusted(chain, authType, engine);
		this.accepted = true;
	}

	@Override
	public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
		remember(chain);
		this.trust.checkServerTrusted(chain, authType);
		this.accepted = true;
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
		this.trust.checkClientTrusted(chain, authType);
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
			throws CertificateException {
		this.trust.checkClientTrusted(chain, authType, socket);
	}

	@Override
	public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
			throws CertificateException {
		this.trust.checkClientTrusted(chain, authType, engine);
	}

	@Override
	public X509Certificate[] getAcceptedIssuers() {
		return this.trust.getAcceptedIssuers();
	}

}
