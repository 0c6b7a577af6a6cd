package io.videoplatform.internal.client;

import java.time.Instant;

import io.videoplatform.client.PlatformToken;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.endpoint.AccessToken;

/**
 * A token that knows where it comes from.
 *
 * @param source the source
 * @param token the token
 */
record SourcedToken(TokenSource source, AccessToken token) implements PlatformToken {

	@Override
	public String value() {
		return this.token.value();
	}

	@Override
	public Instant expiresAt() {
		return this.token.expiresAt();
	}

	@Override
	public boolean reject() {
		return this.source.reject(this.token);
	}

	@Override
	public String toString() {
		return "PlatformToken[expiresAt=%s]".formatted(expiresAt());
	}

}
