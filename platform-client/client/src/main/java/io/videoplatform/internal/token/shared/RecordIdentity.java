package io.videoplatform.internal.token.shared;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a record belongs to: a login of a user, or a client's own token. Names are
 * compared as they are; those that differ by case or by a blank are different.
 *
 * @param root the root URL of the platform
 * @param client the name of the client
 * @param issuer the issuer of the tokens
 * @param subject the user's identifier at the issuer, empty for a client's own token
 * @param login distinguishes the user's logins, empty for a client's own token
 */
public record RecordIdentity(String root, String client, String issuer, String subject, String login) {

	/**
	 * Return the identity as bytes, in which no two identities are the same.
	 */
	public byte[] bytes() {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (DataOutputStream out = new DataOutputStream(bytes)) {
			for (String part : List.of(this.root, this.client, this.issuer, this.subject, this.login)) {
				byte[] encoded = part.getBytes(StandardCharsets.UTF_8);
				out.writeInt(encoded.length);
				out.write(encoded);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	@Override
	public String toString() {
		return "RecordIdentity[client=%s, issuer=%s]".formatted(this.client, this.issuer);
	}

}
