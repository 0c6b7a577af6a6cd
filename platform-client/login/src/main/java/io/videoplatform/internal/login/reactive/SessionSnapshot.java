package io.videoplatform.internal.login.reactive;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.internal.token.login.LoginKey;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.server.WebSession;

/**
 * What a session holds at a time. A login is held in a security context, whatever the
 * attribute is called.
 */
final class SessionSnapshot {

	private final String id;

	private final Map<String, Authentication> authentications = new HashMap<>();

	private final Function<Authentication, @Nullable LoginKey> resolver;

	SessionSnapshot(WebSession session, Function<Authentication, @Nullable LoginKey> resolver) {
		this.id = session.getId();
		this.resolver = resolver;
		new HashMap<>(session.getAttributes()).forEach((name, value) -> {
			Authentication held = (value instanceof SecurityContext context) ? context.getAuthentication() : null;
			if (held != null) {
				this.authentications.put(name, held);
			}
		});
	}

	/**
	 * Return the identifier that the session has then.
	 */
	String id() {
		return this.id;
	}

	Set<LoginKey> logins() {
		return this.authentications.values()
			.stream()
			.map(this.resolver)
			.filter(Objects::nonNull)
			.collect(Collectors.toSet());
	}

	/**
	 * Return the user of a login, if there is one.
	 */
	@Nullable OidcUser user() {
		return this.authentications.values()
			.stream()
			.filter((held) -> this.resolver.apply(held) != null)
			.map(Authentication::getPrincipal)
			.filter(OidcUser.class::isInstance)
			.map(OidcUser.class::cast)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return the name of the attribute that holds a login, if one does.
	 */
	@Nullable String nameOf(LoginKey login) {
		return namesOf(login).findFirst().orElse(null);
	}

	/**
	 * Return the names of the attributes that hold a login.
	 */
	Stream<String> namesOf(LoginKey login) {
		return this.authentications.entrySet()
			.stream()
			.filter((entry) -> login.equals(this.resolver.apply(entry.getValue())))
			.map(Map.Entry::getKey);
	}

	/**
	 * Return the authentication that an attribute holds, if it does.
	 */
	@Nullable Authentication authentication(String name) {
		return this.authentications.get(name);
	}

}
