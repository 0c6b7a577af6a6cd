package io.videoplatform.login;

import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.videoplatform.PlatformEvent;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

import org.springframework.security.oauth2.client.oidc.authentication.logout.OidcLogoutToken;
import org.springframework.security.oauth2.client.oidc.session.OidcSessionInformation;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;

/**
 * The application's sessions that a provider may end (OpenID Connect Back-Channel Logout
 * 1.0, section 2.7). The tokens of their logins end at once; the sessions themselves are
 * Spring Security's to end, which asks the application to by a request of its own. The
 * number is bounded: not every session says when it is gone.
 */
public final class LoginSessions {

	private static final String SESSION_ID = "sid";

	private final LoginStore logins;

	private final Clock clock;

	private final PlatformEvent.Listener events;

	private final Cache<String, OidcSessionInformation> sessions;

	/**
	 * By identity: what could not be ended comes back as the same object.
	 */
	private final Cache<OidcSessionInformation, Boolean> ending = Caffeine.newBuilder().weakKeys().build();

	/**
	 * Create a new instance.
	 * @param logins the tokens of logins
	 * @param maximum how many sessions are held; beyond it those are forgotten, and can
	 * no longer be ended, that were not used for longest
	 * @param clock the clock
	 * @param events is told of sessions that could not be ended
	 */
	public LoginSessions(LoginStore logins, long maximum, Clock clock, PlatformEvent.Listener events) {
		this.logins = logins;
		this.clock = clock;
		this.events = events;
		this.sessions = Caffeine.newBuilder().maximumSize(maximum).executor(Runnable::run).build();
	}

	/**
	 * Hold a session.
	 * @param session the session
	 */
	public void save(OidcSessionInformation session) {
		this.sessions.put(session.getSessionId(), session);
		if (this.ending.asMap().remove(session) != null) {
			tell(Level.WARN,
					"The provider logged a user out, whose tokens have been dropped, but the session goes on: the"
							+ " application does not reach itself at the URL that the provider used. Publish a bean of"
							+ " Spring Security's back-channel logout handler with a 'logoutUri' that it does reach");
		}
	}

	/**
	 * Hold a session no longer.
	 * @param sessionId the application's identifier of the session
	 * @return the session, or {@code null} if it was not held
	 */
	public @Nullable OidcSessionInformation remove(String sessionId) {
		return this.sessions.asMap().remove(sessionId);
	}

	/**
	 * End the logins that a provider names, and hold their sessions no longer.
	 * @param token the provider's logout token, which has been verified
	 * @return the sessions
	 */
	public List<OidcSessionInformation> remove(OidcLogoutToken token) {
		List<OidcSessionInformation> ended = this.sessions.asMap()
			.values()
			.stream()
			.filter((session) -> isMeant(token, session.getPrincipal()))
			.toList();
		ended.forEach(this::end);
		tell(Level.DEBUG, "The provider logged out %d of the sessions here".formatted(ended.size()));
		return ended;
	}

	/**
	 * Return how many sessions are held.
	 * @return the number
	 */
	public long count() {
		this.sessions.cleanUp();
		return this.sessions.estimatedSize();
	}

	private void end(OidcSessionInformation session) {
		this.sessions.asMap().remove(session.getSessionId(), session);
		this.ending.put(session, true);
		this.logins.endedByProvider(session.getPrincipal());
	}

	/*
	 * A token without 'sid' means all sessions of the user, one without 'sub' the session
	 * whoever the user is.
	 */
	private static boolean isMeant(OidcLogoutToken token, OidcUser user) {
		String sessionId = token.getSessionId();
		String subject = token.getSubject();
		return (sessionId != null || subject != null)
				&& Objects.equals(token.getClaimAsString(IdTokenClaimNames.ISS),
						user.getClaimAsString(IdTokenClaimNames.ISS))
				&& user.getAudience() != null && !Collections.disjoint(token.getAudience(), user.getAudience())
				&& (sessionId == null || sessionId.equals(user.getClaimAsString(SESSION_ID)))
				&& (subject == null || subject.equals(user.getSubject()));
	}

	private void tell(Level level, String message) {
		this.events.onEvent(new PlatformEvent(this.clock.instant(), PlatformStep.LOGIN, level, message));
	}

}
