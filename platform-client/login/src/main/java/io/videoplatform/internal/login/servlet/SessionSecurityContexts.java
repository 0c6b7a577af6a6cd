package io.videoplatform.internal.login.servlet;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.context.SecurityContext;

/**
 * Finds the security contexts that a session holds, which hold its logins, whatever the
 * attributes are called.
 */
final class SessionSecurityContexts {

	private SessionSecurityContexts() {
	}

	static List<SecurityContext> of(HttpSession session) {
		return Collections.list(session.getAttributeNames())
			.stream()
			.map((name) -> context(session, name))
			.filter(Objects::nonNull)
			.toList();
	}

	static void remove(HttpSession session, Predicate<SecurityContext> contexts) {
		for (String name : Collections.list(session.getAttributeNames())) {
			SecurityContext context = context(session, name);
			if (context != null && contexts.test(context)) {
				session.removeAttribute(name);
			}
		}
	}

	/**
	 * An attribute that cannot be read holds no login that could be used.
	 */
	private static @Nullable SecurityContext context(HttpSession session, String name) {
		try {
			return (session.getAttribute(name) instanceof SecurityContext context) ? context : null;
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

}
