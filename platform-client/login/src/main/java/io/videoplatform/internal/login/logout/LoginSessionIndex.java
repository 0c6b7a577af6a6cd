package io.videoplatform.internal.login.logout;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreWork;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;

/**
 * The sessions of the platform's logins at all nodes, in the store, by what a logout
 * token names them by (OpenID Connect Back-Channel Logout 1.0, section 2.4): the
 * provider's session, or the user.
 */
public final class LoginSessionIndex {

	/**
	 * How long a session is found after it was last added. A session that reports no end
	 * is in the index for as long.
	 */
	public static final Duration LIFE = Duration.ofDays(30);

	private final SharedSet sets;

	private final StoreWork work;

	private final LoginRegistrationRepository registrations;

	public LoginSessionIndex(SharedSet sets, StoreWork work, LoginRegistrationRepository registrations) {
		this.sets = sets;
		this.work = work;
		this.registrations = registrations;
	}

	Mono<Void> add(LoginSession session) {
		return Flux.fromIterable(session.places())
			.concatMap((place) -> this.sets.add(place, session.element(), LIFE).retryWhen(this.work.briefly()))
			.then();
	}

	Mono<Void> remove(LoginSession session) {
		return Flux.fromIterable(session.places())
			.concatMap((place) -> this.sets.remove(place, Set.of(session.element())))
			.then();
	}

	/**
	 * Begin a change that nobody waits for, and that is made as soon as the store can be
	 * reached.
	 */
	void begin(Mono<Void> change) {
		this.work.beginUntilStored(change);
	}

	/**
	 * Return the sessions that a provider names. Fails after the sessions that are found
	 * if others were dropped, because there were too many.
	 */
	Flux<LoginSession> find(OidcLogoutToken token) {
		String issuer = Objects.requireNonNull(token.getClaimAsString("iss"));
		String subject = token.getSubject();
		String sessionId = token.getSessionId();
		// Not concatMapDelayError, which logs each failure after the first as dropped
		return Flux.fromStream(() -> this.registrations.clients(token.getAudience()))
			.flatMapDelayError((client) -> find(client, issuer,
					(sessionId != null) ? LoginSession.ofSession(client, issuer, sessionId)
							: LoginSession.ofUser(client, issuer, String.valueOf(subject))),
					1, 1)
			.filter((session) -> subject == null || subject.equals(session.stored().subject()));
	}

	private Flux<LoginSession> find(LoginClient client, String issuer, RecordIdentity place) {
		return this.sets.read(place)
			.flatMapMany((found) -> Flux.fromIterable(found)
				.map((element) -> LoginSession.read(client, issuer, element))
				.concatWith((found.size() < SharedSet.MAX_ELEMENTS) ? Mono.empty()
						: Mono.error(LoginSessionIndex::tooMany)));
	}

	private static LoginUnavailableException tooMany() {
		String message = "The user has more than %d sessions; those that were forgotten go on"
			.formatted(SharedSet.MAX_ELEMENTS);
		return new LoginUnavailableException(PlatformError.LOGINS_EXCEEDED.explain(message),
				PlatformError.LOGINS_EXCEEDED, PlatformStep.LOGIN, null, null, null);
	}

}
