package io.videoplatform.internal.login.logout;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.LoginRegistrationRepository;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreWork;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;

/**
 * The sessions of the platform's logins, those of all nodes if there is a store, by what
 * a logout token names them by (OpenID Connect Back-Channel Logout 1.0, section 2.4): the
 * provider's session, or the user.
 */
public final class LoginSessionIndex {

	/**
	 * How long a session is found after its login. A session that reports no end is in
	 * the index for as long.
	 */
	public static final Duration LIFE = Duration.ofDays(90);

	private final SharedSet sets;

	private final @Nullable StoreWork work;

	private final LoginRegistrationRepository registrations;

	/**
	 * Create a new instance.
	 * @param work what the node does with the store, if there is one
	 */
	public LoginSessionIndex(SharedSet sets, @Nullable StoreWork work, LoginRegistrationRepository registrations) {
		this.sets = sets;
		this.work = work;
		this.registrations = registrations;
	}

	/**
	 * Return whether nodes share the index.
	 */
	boolean isShared() {
		return this.work != null;
	}

	Mono<Void> add(LoginSession session) {
		StoreWork work = this.work;
		return Flux.fromStream(session::places)
			.concatMap((place) -> this.sets.add(place, session.element(), LIFE)
				.transform((add) -> (work != null) ? add.retryWhen(work.briefly()) : add))
			.then();
	}

	Mono<Void> remove(LoginSession session) {
		return Flux.fromStream(session::places)
			.concatMap((place) -> this.sets.remove(place, Set.of(session.element())))
			.then();
	}

	/**
	 * Begin a change that nobody waits for, and that is made as soon as the store can be
	 * reached.
	 */
	void begin(Mono<Void> change) {
		((this.work != null) ? this.work.beginUntilStored(change) : change).subscribe();
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
				.concatWith((isShared() && found.size() >= SharedSet.MAX_ELEMENTS)
						? Mono.error(LoginSessionIndex::tooMany) : Mono.empty()));
	}

	private static LoginUnavailableException tooMany() {
		String message = "The user has more than %d sessions; those that were forgotten go on"
			.formatted(SharedSet.MAX_ELEMENTS);
		return new LoginUnavailableException(PlatformError.LOGINS_EXCEEDED.explain(message),
				PlatformError.LOGINS_EXCEEDED, PlatformStep.LOGIN, null, null, null);
	}

}
