package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.token.login.LoginKey;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.SharedSet;
import io.videoplatform.internal.token.shared.StoreWork;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The sessions of the platform's logins at all nodes, in the store, by what a logout
 * token names them by (OpenID Connect Back-Channel Logout 1.0, section 2.4): the
 * provider's session, or the user.
 */
public final class LoginSessionIndex {

	/**
	 * How long a session is found after its login, or since its identifier has changed,
	 * or since it was renewed because it is in use. A session that reports no end is in
	 * the index for as long.
	 */
	public static final Duration LIFE = Duration.ofDays(30);

	private static final int PLACES_AT_ONCE = 8;

	private static final JsonMapper JSON = JsonMapper.shared();

	private final SharedSet sets;

	private final StoreWork work;

	private final LoginRegistrationRepository registrations;

	private final LoginResolver resolver;

	/**
	 * Create a new instance.
	 * @param sets holds the sessions
	 * @param work does what no caller waits for
	 * @param registrations the clients at which users log in
	 * @param resolver finds the login of an ID token
	 */
	public LoginSessionIndex(SharedSet sets, StoreWork work, LoginRegistrationRepository registrations,
			LoginResolver resolver) {
		this.sets = sets;
		this.work = work;
		this.registrations = registrations;
		this.resolver = resolver;
	}

	/**
	 * Add a session, unless its login is at none of the platform's clients.
	 */
	Mono<Void> add(OidcSessionInformation session) {
		return Flux.fromStream(() -> entries(session))
			.concatMap((entry) -> Flux.fromIterable(entry.places())
				.concatMap(
						(place) -> this.sets.addCounted(place, entry.element(), LIFE).retryWhen(this.work.briefly())))
			.then();
	}

	/**
	 * Remove a session as soon as the store can be reached.
	 */
	void remove(OidcSessionInformation session) {
		begin(Flux.fromStream(() -> entries(session)).collectList().flatMap(this::remove));
	}

	/**
	 * Begin a change that is made as soon as the store can be reached, whether or not a
	 * caller waits.
	 * @param change the change, which may be made more than once
	 */
	Mono<Void> begin(Mono<Void> change) {
		return this.work.beginUntilStored(change);
	}

	/**
	 * Begin a change that goes on if its caller waits no longer.
	 */
	Mono<Void> detach(Mono<Void> change) {
		return this.work.begin(change);
	}

	/**
	 * Remove sessions by one write for each place.
	 */
	Mono<Void> remove(Collection<Entry> entries) {
		Map<RecordIdentity, Set<String>> places = new LinkedHashMap<>();
		entries.forEach((entry) -> entry.places()
			.forEach((place) -> places.computeIfAbsent(place, (added) -> new LinkedHashSet<>()).add(entry.element())));
		return Flux.fromIterable(places.entrySet())
			.flatMapDelayError(
					(place) -> this.sets.remove(place.getKey(), place.getValue()).retryWhen(this.work.briefly()),
					PLACES_AT_ONCE, PLACES_AT_ONCE)
			.onErrorMap(LoginSessionIndex::first)
			.then();
	}

	/**
	 * Return the sessions that a provider names. A token without {@code sid} means all
	 * sessions of the user, one without {@code sub} the session of any user. Fails after
	 * the sessions that are found if others were dropped, because there were too many.
	 */
	Flux<Entry> find(OidcLogoutToken token) {
		String issuer = Objects.requireNonNull(token.getClaimAsString("iss"));
		String subject = token.getSubject();
		String sessionId = token.getSessionId();
		// Not concatMapDelayError, which logs each failure after the first as dropped
		return Flux.fromStream(() -> this.registrations.clients(token.getAudience()))
			.flatMapDelayError((client) -> find(client, issuer,
					(sessionId != null) ? ofSession(client, issuer, sessionId)
							: ofUser(client, issuer, String.valueOf(subject))),
					1, 1)
			.onErrorMap(LoginSessionIndex::first)
			.filter((entry) -> subject == null || subject.equals(entry.session().subject()));
	}

	private Flux<Entry> find(LoginClient client, String issuer, RecordIdentity place) {
		return this.sets.readCounted(place)
			.flatMapMany((found) -> Flux.fromIterable(found.elements())
				.map((element) -> new Entry(client, issuer, element, JSON.readValue(element, Session.class)))
				.concatWith(found.truncated() ? Mono.error(LoginSessionIndex::tooMany) : Mono.empty()));
	}

	private static Throwable first(Throwable failures) {
		return Exceptions.unwrapMultiple(failures).get(0);
	}

	private static LoginUnavailableException tooMany() {
		String message = "The user has more than %d sessions; those that were forgotten go on"
			.formatted(SharedSet.MAX_ELEMENTS);
		return new LoginUnavailableException(PlatformError.SESSIONS_EXCEEDED.explain(message),
				PlatformError.SESSIONS_EXCEEDED, PlatformStep.LOGIN, null, null, null);
	}

	private Stream<Entry> entries(OidcSessionInformation information) {
		OidcUser user = information.getPrincipal();
		return this.registrations.clients(user.getAudience()).map((client) -> {
			LoginKey login = this.resolver.of(client, user.getIdToken());
			Session session = new Session(information.getSessionId(), login.subject(),
					user.getClaimAsString(LogoutTokenClaimNames.SID), login.loginId());
			return new Entry(client, login.issuer(), JSON.writeValueAsString(session), session);
		});
	}

	private static RecordIdentity ofUser(LoginClient client, String issuer, String subject) {
		return client.identity(issuer, subject, "sessions");
	}

	private static RecordIdentity ofSession(LoginClient client, String issuer, String sessionId) {
		return client.identity(issuer, "", "sid:" + sessionId);
	}

	/**
	 * A session as it is stored.
	 *
	 * @param id the application's identifier of the session
	 * @param subject the user
	 * @param sid the provider's session, if it states one
	 * @param login distinguishes the login from the user's others
	 */
	record Session(String id, String subject, @Nullable String sid, String login) {

		@Override
		public String toString() {
			return "Session[subject=%s]".formatted(this.subject);
		}

	}

	/**
	 * A session in the index.
	 *
	 * @param client the client of its login
	 * @param issuer the issuer of its login
	 * @param element the session as it is stored
	 * @param session the session
	 */
	record Entry(LoginClient client, String issuer, String element, Session session) {

		LoginKey login() {
			return new LoginKey(this.client.name(), this.issuer, this.session.subject(), this.session.login());
		}

		List<RecordIdentity> places() {
			RecordIdentity user = ofUser(this.client, this.issuer, this.session.subject());
			return (this.session.sid() != null) ? List.of(user, ofSession(this.client, this.issuer, this.session.sid()))
					: List.of(user);
		}

		@Override
		public String toString() {
			return "Entry[%s]".formatted(login());
		}

	}

}
