package io.videoplatform.internal.login.logout;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.LogoutTokenClaimNames;
import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The sessions of this node with the logins that they hold, found by the session's
 * identifier and by what a logout token names. The least recently used are forgotten.
 */
final class HeldSessions {

	private final Map<String, Held> byId;

	private final Map<Place, Set<OidcSessionInformation>> byPlace = new HashMap<>();

	HeldSessions(long maximum) {
		this.byId = new LinkedHashMap<>(16, 0.75f, true) {

			@Override
			protected boolean removeEldestEntry(Map.Entry<String, Held> eldest) {
				boolean full = size() > maximum;
				if (full) {
					leavePlaces(eldest.getValue().session());
				}
				return full;
			}

		};
	}

	/**
	 * Hold a session in place of what is held by its identifier.
	 * @return the session with the login before, if that was another one
	 */
	synchronized @Nullable OidcSessionInformation put(OidcSessionInformation session, Instant now) {
		OidcSessionInformation before = remove(session.getSessionId());
		this.byId.put(session.getSessionId(), new Held(session, now));
		places(session.getPrincipal())
			.forEach((place) -> this.byPlace.computeIfAbsent(place, (added) -> new LinkedHashSet<>()).add(session));
		return (before != null && !before.getPrincipal().getIdToken().equals(session.getPrincipal().getIdToken()))
				? before : null;
	}

	synchronized @Nullable Held get(String sessionId) {
		return this.byId.get(sessionId);
	}

	synchronized @Nullable OidcSessionInformation remove(String sessionId) {
		Held held = this.byId.remove(sessionId);
		if (held == null) {
			return null;
		}
		leavePlaces(held.session());
		return held.session();
	}

	private void leavePlaces(OidcSessionInformation session) {
		places(session.getPrincipal()).forEach((place) -> this.byPlace.computeIfPresent(place, (key, sessions) -> {
			sessions.remove(session);
			return sessions.isEmpty() ? null : sessions;
		}));
	}

	/**
	 * Return the sessions that a provider names. A token without {@code sid} means all
	 * sessions of the user, one without {@code sub} the session of any user.
	 */
	synchronized List<OidcSessionInformation> find(OidcLogoutToken token) {
		String subject = token.getSubject();
		Place place = (token.getSessionId() != null) ? new Place(issuer(token), token.getSessionId(), null)
				: new Place(issuer(token), null, subject);
		return this.byPlace.getOrDefault(place, Set.of()).stream().filter((session) -> {
			OidcUser user = session.getPrincipal();
			return (subject == null || subject.equals(user.getSubject()))
					&& !Collections.disjoint(audience(user), token.getAudience());
		}).toList();
	}

	synchronized long count() {
		return this.byId.size();
	}

	private static Stream<Place> places(OidcUser user) {
		String sessionId = user.getClaimAsString(LogoutTokenClaimNames.SID);
		return Stream.concat(Stream.of(new Place(issuer(user), null, user.getSubject())),
				Stream.ofNullable(sessionId).map((sid) -> new Place(issuer(user), sid, null)));
	}

	private static @Nullable String issuer(ClaimAccessor claims) {
		return claims.getClaimAsString(LogoutTokenClaimNames.ISS);
	}

	private static Collection<String> audience(OidcUser user) {
		Collection<String> audience = user.getAudience();
		return (audience != null) ? audience : List.of();
	}

	/**
	 * A session with its login.
	 *
	 * @param session the session
	 * @param since when it was added
	 */
	record Held(OidcSessionInformation session, Instant since) {

		/**
		 * The application may have changed the user since, but not the ID token.
		 */
		boolean isOf(@Nullable OidcUser user) {
			return user != null && this.session.getPrincipal().getIdToken().equals(user.getIdToken());
		}

	}

	/**
	 * What a logout token names: the provider's session, or the user.
	 */
	private record Place(@Nullable String issuer, @Nullable String sessionId, @Nullable String subject) {

	}

}
