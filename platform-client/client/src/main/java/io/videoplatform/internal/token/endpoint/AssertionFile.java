package io.videoplatform.internal.token.endpoint;

import java.text.ParseException;
import java.time.Clock;
import java.util.Date;
import java.util.function.Supplier;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;

import org.springframework.core.io.Resource;

/**
 * An assertion that another authority issues for the client and keeps in a file, such as
 * a service account token of Kubernetes or a JWT-SVID of SPIFFE (RFC 7523, section 2.2).
 * What the provider would refuse anyway is not sent.
 */
public final class AssertionFile implements Supplier<String> {

	private final SecretFile file;

	private final Clock clock;

	public AssertionFile(String property, Resource file, Clock clock) {
		this.file = new SecretFile(property, file);
		this.clock = clock;
	}

	/**
	 * Read the assertion.
	 * @return the encoded JWT
	 * @throws CredentialsUnavailableException if the file cannot be read, holds no signed
	 * JWT, or one that has expired
	 */
	@Override
	public String get() {
		String assertion = this.file.get().strip();
		Date expiration = claims(assertion).getExpirationTime();
		if (expiration != null && !expiration.toInstant().isAfter(this.clock.instant())) {
			throw this.file.unusable("holds an assertion that expired at " + expiration.toInstant(), null);
		}
		return assertion;
	}

	/**
	 * The cause of a failure is left out: it may quote the assertion.
	 */
	private JWTClaimsSet claims(String assertion) {
		try {
			return SignedJWT.parse(assertion).getJWTClaimsSet();
		}
		catch (ParseException | RuntimeException ex) {
			throw this.file.unusable("holds no signed JWT", null);
		}
	}

	@Override
	public String toString() {
		return "AssertionFile[" + this.file + "]";
	}

}
