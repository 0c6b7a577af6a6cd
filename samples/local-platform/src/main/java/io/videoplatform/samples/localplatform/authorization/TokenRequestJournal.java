package io.videoplatform.samples.localplatform.authorization;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Filter that remembers the last token requests: it tells which of them repeat a refresh
 * token.
 */
class TokenRequestJournal extends OncePerRequestFilter {

	private static final int MOST_REQUESTS = 1000;

	private final Deque<Entry> entries = new ArrayDeque<>();

	private final Sessions sessions;

	private final Clock clock;

	TokenRequestJournal(Sessions sessions, Clock clock) {
		this.sessions = sessions;
		this.clock = clock;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Instant time = this.clock.instant();
		try {
			chain.doFilter(request, response);
		}
		finally {
			record(time, request, response.getStatus());
		}
	}

	/**
	 * Return the last requests, the oldest first.
	 */
	synchronized List<TokenRequest> requests() {
		return this.entries.stream().map(Entry::request).toList();
	}

	private synchronized void record(Instant time, HttpServletRequest request, int status) {
		String refreshToken = request.getParameter(OAuth2ParameterNames.REFRESH_TOKEN);
		String session = (refreshToken != null) ? this.sessions.idOf(refreshToken) : null;
		int generation = (session != null) ? generation(session, refreshToken) : 0;
		this.entries.add(new Entry(refreshToken,
				new TokenRequest(time, value(request.getParameter(OAuth2ParameterNames.GRANT_TYPE)), session,
						generation, value(request.getHeader(HttpHeaders.USER_AGENT)), status)));
		if (this.entries.size() > MOST_REQUESTS) {
			this.entries.remove();
		}
	}

	private int generation(String session, String refreshToken) {
		int last = 0;
		for (Entry entry : this.entries) {
			if (refreshToken.equals(entry.refreshToken())) {
				return entry.request().generation();
			}
			if (session.equals(entry.request().session())) {
				last = Math.max(last, entry.request().generation());
			}
		}
		return last + 1;
	}

	private static String value(@Nullable String value) {
		return Objects.requireNonNullElse(value, "");
	}

	/**
	 * Request with its refresh token, which is kept here only.
	 */
	private record Entry(@Nullable String refreshToken, TokenRequest request) {

	}

}
