package io.videoplatform.samples.browserapp;

import java.util.Objects;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * Ends the transfers of a session that has ended: after a logout nothing more is sent,
 * however large the video is.
 */
@Component
class SessionEnd implements HttpSessionListener {

	private static final String ATTRIBUTE = SessionEnd.class.getName();

	@Override
	public void sessionCreated(HttpSessionEvent event) {
		event.getSession().setAttribute(ATTRIBUTE, new Signal());
	}

	@Override
	public void sessionDestroyed(HttpSessionEvent event) {
		signal(event.getSession()).send();
	}

	/**
	 * Return what fails when a session ends.
	 * @param session the session
	 * @return a publisher that fails then, and never completes
	 */
	Mono<Void> of(HttpSession session) {
		return signal(session).sink.asMono();
	}

	private static Signal signal(HttpSession session) {
		return (Signal) Objects.requireNonNull(session.getAttribute(ATTRIBUTE));
	}

	/**
	 * The session's attribute.
	 */
	private static final class Signal {

		private final Sinks.Empty<Void> sink = Sinks.empty();

		void send() {
			this.sink.tryEmitError(
					new ResponseStatusException(HttpStatus.UNAUTHORIZED, "The user has logged out meanwhile"));
		}

	}

}
