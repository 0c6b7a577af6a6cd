package io.videoplatform.internal.login.logout;

import java.time.Duration;

import io.videoplatform.internal.http.Digest;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.jwt.BadJwtException;

/**
 * The logout tokens that were used, by their identifiers ({@code jti}): none is used
 * twice (OpenID Connect Back-Channel Logout 1.0, section 2.6), with a store at any node.
 *
 * @param sets where they are
 * @param registrations the clients that they are for
 */
public record UsedLogoutTokens(SharedSet sets, LoginRegistrationRepository registrations) {

	/**
	 * Longer than any logout token is accepted.
	 */
	private static final Duration MEMORY = Duration.ofHours(25);

	/**
	 * How long the response waits until it is stored that the token was used.
	 */
	private static final Duration STORING = Duration.ofSeconds(1);

	/**
	 * Use a logout token. It can be used again if the logout fails or is cancelled.
	 */
	Mono<Void> use(OidcLogoutToken token, Mono<Void> logout) {
		return places(token).concatMap(this.sets::read)
			.any((elements) -> !elements.isEmpty())
			.flatMap((used) -> used
					? Mono.error(new BadJwtException("The logout token is refused: its 'jti' was used before."))
					: logout)
			.then(places(token).concatMap((place) -> this.sets.add(place, "used", MEMORY))
				.then()
				.timeout(STORING)
				.onErrorComplete());
	}

	private Flux<RecordIdentity> places(OidcLogoutToken token) {
		return Flux.fromStream(() -> this.registrations.clients(token.getAudience()))
			.map((client) -> client.identity(token.getIssuer().toString(), "", "jti:" + Digest.of(token.getId())));
	}

}
