package io.videoplatform.internal.login;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * Ends the sessions that a provider names by a logout token, and their logins (OpenID
 * Connect Back-Channel Logout 1.0, section 2.7). The tokens of the logins end at once; a
 * session that cannot be invalidated at once is marked, and ends with the next request
 * that uses it.
 * <p>
 * Sessions in the index that nodes share end, too, and sessions that are in a repository
 * are deleted there: both hold for sessions that were saved at another node.
 */
final class BackChannelLogout {

	/**
	 * Clients of engines wait longer by default than providers do.
	 */
	private static final Duration DELETION = Duration.ofSeconds(5);

	/**
	 * How many sessions of a user are ended at the same time.
	 */
	private static final int AT_ONCE = 8;

	private static final int LATELY = 10_000;

	/**
	 * When sessions are deleted again, each time after the one before.
	 */
	private static final List<Duration> AGAIN = List.of(Duration.ofMillis(100), Duration.ofSeconds(1));

	private final LoginTokenRepository tokens;

	private final HeldSessions sessions;

	private final @Nullable LoginSessionIndex index;

	private final @Nullable SessionDeletion deletion;

	/**
	 * When logouts were issued that may concern logins under way.
	 */
	private final Map<Named, Instant> lately = Caffeine.newBuilder()
		.maximumSize(LATELY)
		.executor(Runnable::run)
		.<Named, Instant>build()
		.asMap();

	/**
	 * Create a new instance.
	 * @param tokens the tokens of logins
	 * @param sessions the sessions that this node holds
	 * @param index the sessions of all nodes, if they share a store
	 * @param deletion deletes sessions, if they are in a repository
	 */
	BackChannelLogout(LoginTokenRepository tokens, HeldSessions sessions, @Nullable LoginSessionIndex index,
			@Nullable SessionDeletion deletion) {
		this.tokens = tokens;
		this.sessions = sessions;
		this.index = index;
		this.deletion = deletion;
	}

	/**
	 * End the sessions that a provider names, and their logins, at all nodes: one of them
	 * also if another cannot be ended.
	 * @param token the provider's logout token, which has been verified
	 * @param registry removes the sessions that the token names
	 * @return the number of sessions; fails if the store or the repository does, or if a
	 * session is in the memory of another node
	 */
	Mono<Long> end(OidcLogoutToken token, Function<OidcLogoutToken, Flux<OidcSessionInformation>> registry) {
		return Mono.fromRunnable(() -> mark(token))
			.thenMany(Flux.defer(() -> registry.apply(token)))
			.collectList()
			.flatMap((named) -> Flux.fromIterable(named)
				.flatMapDelayError((session) -> end(session).thenReturn(session), AT_ONCE, AT_ONCE)
				.count()
				.doOnError((ex) -> named.forEach(this.sessions::restore))
				.doOnCancel(() -> named.forEach(this.sessions::restore)))
			.onErrorResume((ex) -> endShared(token).onErrorComplete().then(Mono.<Long>error(ex)))
			.flatMap((here) -> endShared(token).map((all) -> Math.max(here, all)));
	}

	/**
	 * Mark the sessions that a provider names, before they are held no longer: a mark
	 * goes with a session whose identifier changes in between.
	 */
	void mark(OidcLogoutToken token) {
		Set<Named> named = Named.by(token);
		Instant issuedAt = token.getIssuedAt();
		if (issuedAt != null) {
			named.forEach(
					(each) -> this.lately.merge(each, issuedAt, (before, now) -> now.isBefore(before) ? before : now));
		}
		List<OidcSessionInformation> meant;
		do {
			meant = this.sessions.all().stream().filter((session) -> isMeant(session, named)).toList();
		}
		while (!this.sessions.markIfHeld(meant));
	}

	/**
	 * Hold the sessions no longer that a provider names.
	 */
	List<OidcSessionInformation> remove(OidcLogoutToken token) {
		Set<Named> named = Named.by(token);
		return this.sessions.all()
			.stream()
			.filter((session) -> isMeant(session, named))
			.filter(this.sessions::removeIfHeld)
			.toList();
	}

	/**
	 * Mark the session of a login that the provider has ended while it was under way. A
	 * provider's session may go on, and bring another login later.
	 */
	void markIfEndedMeanwhile(OidcSessionInformation session) {
		OidcUser user = session.getPrincipal();
		Instant loggedIn = user.getIdToken().getIssuedAt();
		if (loggedIn != null && Named.meaning(user).anyMatch((named) -> isEndedAfter(loggedIn, named))) {
			this.sessions.mark(session);
		}
	}

	/**
	 * Times have whole seconds. Another login of the user may begin in the same one, but
	 * none in the same session of the provider.
	 */
	private boolean isEndedAfter(Instant login, Named named) {
		Instant logout = this.lately.get(named);
		return logout != null && (login.isBefore(logout) || (named.sessionId() != null && login.equals(logout)));
	}

	private static boolean isMeant(OidcSessionInformation session, Set<Named> named) {
		return Named.meaning(session.getPrincipal()).anyMatch(named::contains);
	}

	/**
	 * End a session and its login because the provider has ended it: one of them also if
	 * the other cannot be ended.
	 * @param session the session
	 * @return completes when the session has ended, or is marked because it is nowhere
	 * but in the memory of this node; fails if the store or the repository does
	 */
	Mono<Void> end(OidcSessionInformation session) {
		return Mono.defer(() -> {
			this.sessions.mark(session);
			return Mono.whenDelayError(this.tokens.endedByProvider(session.getPrincipal()).timeout(DELETION),
					delete(session.getSessionId()));
		}).doOnSuccess((done) -> {
			if (this.deletion != null) {
				this.sessions.release(session.getSessionId());
			}
		});
	}

	/**
	 * End the sessions that are in the index.
	 */
	private Mono<Long> endShared(OidcLogoutToken token) {
		LoginSessionIndex sessions = this.index;
		return (sessions != null) ? Mono.defer(() -> {
			Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
			return sessions.find(token)
				.onErrorResume((ex) -> failed(failures, ex))
				.flatMap((entry) -> ended(entry).onErrorResume((ex) -> failed(failures, ex)), AT_ONCE, AT_ONCE)
				.collectList()
				// All are in the set of the user
				.flatMap((ended) -> sessions.remove(ended).thenReturn((long) ended.size()))
				.filter((count) -> failures.isEmpty())
				.switchIfEmpty(Mono.error(failures::element));
		}) : Mono.just(0L);
	}

	private static <T> Mono<T> failed(Queue<Throwable> failures, Throwable ex) {
		return Mono.fromRunnable(() -> failures.add(ex));
	}

	private Mono<LoginSessionIndex.Entry> ended(LoginSessionIndex.Entry entry) {
		return Mono
			.whenDelayError(this.tokens.endedByProvider(entry.login()).timeout(DELETION),
					endElsewhere(entry.session().id()))
			.thenReturn(entry);
	}

	private Mono<Void> endElsewhere(String sessionId) {
		return (this.deletion != null || this.sessions.isEnded(sessionId)) ? delete(sessionId)
				: Mono.error(() -> new IllegalStateException(
						"A session is in the memory of another node; Spring Session would let all nodes end it"));
	}

	private Mono<Void> delete(String sessionId) {
		SessionDeletion deletion = this.deletion;
		return (deletion != null) ? Mono.defer(() -> {
			this.sessions.noteDeletion(sessionId);
			return deletion.delete(sessionId).timeout(DELETION).doOnSuccess((done) -> deleteAgain(deletion, sessionId));
		}) : Mono.empty();
	}

	/**
	 * The repositories in Redis look for a session, and then save what has changed. If
	 * the session is deleted in between, that is left of it, and every request that reads
	 * it fails.
	 */
	private static void deleteAgain(SessionDeletion deletion, String sessionId) {
		Flux.fromIterable(AGAIN)
			.concatMap((pause) -> Mono.delay(pause)
				.then(Mono.defer(() -> deletion.delete(sessionId)).timeout(DELETION).onErrorComplete()))
			.subscribe();
	}

	/**
	 * What a logout token names for one audience.
	 *
	 * @param issuer the issuer
	 * @param audience the client
	 * @param sessionId the provider's session, if it is named
	 * @param subject the user, if it is named
	 */
	private record Named(@Nullable String issuer, String audience, @Nullable String sessionId,
			@Nullable String subject) {

		static Set<Named> by(OidcLogoutToken token) {
			return token.getAudience()
				.stream()
				.map((audience) -> new Named(token.getClaimAsString(IdTokenClaimNames.ISS), audience,
						token.getSessionId(), token.getSubject()))
				.collect(Collectors.toSet());
		}

		/**
		 * Return what those name that mean the session of a user: a token without 'sid'
		 * means all sessions of the user, one without 'sub' the session of any user.
		 */
		static Stream<Named> meaning(OidcUser user) {
			String issuer = user.getClaimAsString(IdTokenClaimNames.ISS);
			String sessionId = user.getClaimAsString(LogoutTokenClaimNames.SID);
			String subject = user.getSubject();
			return Objects.requireNonNullElse(user.getAudience(), List.<String>of())
				.stream()
				.flatMap((audience) -> Stream.concat(Stream.of(new Named(issuer, audience, null, subject)),
						Stream.ofNullable(sessionId)
							.flatMap((session) -> Stream.of(new Named(issuer, audience, session, null),
									new Named(issuer, audience, session, subject)))));
		}

	}

}
