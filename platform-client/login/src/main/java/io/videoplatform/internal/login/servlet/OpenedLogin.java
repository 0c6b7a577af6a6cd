package io.videoplatform.internal.login.servlet;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.videoplatform.internal.login.LoginTokenRepository;
import io.videoplatform.internal.token.login.LoginKey;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * A login whose tokens are held while Spring Security may still refuse it: strategies for
 * sessions come later. Then it is decided what becomes of it and of the login that it
 * follows on: each is kept if the session holds it.
 */
final class OpenedLogin {

	private static final String ATTRIBUTE = OpenedLogin.class.getName();

	private final LoginKey login;

	private final @Nullable LoginKey before;

	private boolean accepted;

	private boolean refused;

	private boolean ended;

	private boolean beforeRemoved;

	private OpenedLogin(LoginKey login, @Nullable LoginKey before) {
		this.login = login;
		this.before = before;
	}

	/**
	 * Note that a request opens a login.
	 * @param before the login that the user has until now, if there is one
	 */
	static void note(HttpServletRequest request, LoginKey login, @Nullable LoginKey before) {
		if (!login.equals(before)) {
			request.setAttribute(ATTRIBUTE, new OpenedLogin(login, before));
		}
	}

	private static @Nullable OpenedLogin current() {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		return (request != null) ? (OpenedLogin) request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST)
				: null;
	}

	/**
	 * Note that Spring Security has accepted the login of this request: its security
	 * context is saved, which need not be in the session.
	 */
	static void accept(@Nullable LoginKey login) {
		OpenedLogin opened = current();
		if (opened != null && opened.login.equals(login)) {
			opened.accepted = true;
		}
	}

	/**
	 * Note that the login of this request was refused by a part of ours, and has ended.
	 */
	static void end() {
		OpenedLogin opened = current();
		if (opened != null) {
			opened.ended = true;
		}
	}

	/**
	 * Note that the user of this request is shown that the login is refused. Its security
	 * context may be saved: what the application does then can fail, too.
	 */
	static void refuse(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof OpenedLogin opened) {
			opened.accepted = false;
			opened.refused = true;
		}
	}

	/**
	 * Return whether what becomes of a login that its session holds no longer is decided
	 * later in this request.
	 */
	static boolean isDecidedLater(@Nullable LoginKey login) {
		OpenedLogin opened = current();
		boolean later = opened != null && login != null && login.equals(opened.before);
		if (later) {
			Objects.requireNonNull(opened).beforeRemoved = true;
		}
		return later;
	}

	/**
	 * End the login that a request has opened, or the one before, unless its session
	 * holds it. To be called when Spring Security has accepted or refused the login, if
	 * possible before the response is sent: a client that has it can rely on that.
	 */
	static void decide(HttpServletRequest request, LoginTokenRepository tokens) {
		if (request.getAttribute(ATTRIBUTE) instanceof OpenedLogin opened) {
			request.removeAttribute(ATTRIBUTE);
			if (opened.refused) {
				opened.leave(request.getSession(false), tokens);
			}
			opened.decide(held(request, tokens), tokens);
		}
	}

	private void leave(@Nullable HttpSession session, LoginTokenRepository tokens) {
		if (session != null) {
			SessionSecurityContexts.remove(session,
					(context) -> this.login.equals(tokens.login(context.getAuthentication())));
		}
	}

	private void decide(Set<LoginKey> held, LoginTokenRepository tokens) {
		boolean kept = this.accepted || held.contains(this.login);
		if (!kept && !this.ended) {
			tokens.end(this.login);
		}
		LoginKey before = this.before;
		if (before == null || held.contains(before)) {
			return;
		}
		if (kept) {
			tokens.replaced(before);
		}
		else if (this.beforeRemoved) {
			tokens.end(before);
		}
	}

	private static Set<LoginKey> held(HttpServletRequest request, LoginTokenRepository tokens) {
		HttpSession session = request.getSession(false);
		return (session != null) ? SessionSecurityContexts.of(session)
			.stream()
			.map((context) -> tokens.login(context.getAuthentication()))
			.filter(Objects::nonNull)
			.collect(Collectors.toSet()) : Set.of();
	}

}
