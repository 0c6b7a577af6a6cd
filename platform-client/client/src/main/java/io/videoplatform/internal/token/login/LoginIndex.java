package io.videoplatform.internal.token.login;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * Which logins each user has, the newest last, and which of them share a session of the
 * provider.
 */
final class LoginIndex {

	private final ConcurrentMap<Owner, List<Entry>> logins = new ConcurrentHashMap<>();

	void add(LoginKey login, @Nullable String sessionId) {
		this.logins.compute(Owner.of(login), (owner, held) -> with(held, new Entry(login, sessionId)));
	}

	void remove(LoginKey login) {
		this.logins.computeIfPresent(Owner.of(login), (owner, held) -> without(held, login));
	}

	List<LoginKey> of(String issuer, String subject) {
		return this.logins.getOrDefault(new Owner(issuer, subject), List.of()).stream().map(Entry::login).toList();
	}

	/**
	 * Return the logins of a user, apart from one, that the provider may have in the same
	 * session: where one of them states no session, all of the same user.
	 */
	List<LoginKey> sharing(LoginKey login, @Nullable String sessionId) {
		return this.logins.getOrDefault(Owner.of(login), List.of())
			.stream()
			.filter((other) -> !other.login().equals(login) && other.mayShare(sessionId))
			.map(Entry::login)
			.toList();
	}

	/**
	 * Return how many users there are.
	 */
	int users() {
		return this.logins.size();
	}

	private static List<Entry> with(@Nullable List<Entry> held, Entry entry) {
		List<Entry> others = (held != null) ? without(held, entry.login()) : null;
		List<Entry> result = new ArrayList<>((others != null) ? others : List.of());
		result.add(entry);
		return List.copyOf(result);
	}

	private static @Nullable List<Entry> without(List<Entry> held, LoginKey login) {
		List<Entry> result = held.stream().filter((other) -> !other.login().equals(login)).toList();
		return result.isEmpty() ? null : result;
	}

	/**
	 * A login and the provider's session that it was begun in.
	 */
	private record Entry(LoginKey login, @Nullable String sessionId) {

		boolean mayShare(@Nullable String other) {
			return this.sessionId == null || other == null || this.sessionId.equals(other);
		}

	}

	/**
	 * A user, whatever the number of logins.
	 */
	private record Owner(String issuer, String subject) {

		static Owner of(LoginKey login) {
			return new Owner(login.issuer(), login.subject());
		}

	}

}
