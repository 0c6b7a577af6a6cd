package io.videoplatform.token;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * Which logins each user has, the newest last.
 */
final class LoginIndex {

	private final ConcurrentMap<Owner, List<TokenKey.User>> logins = new ConcurrentHashMap<>();

	void add(TokenKey.User login) {
		this.logins.compute(Owner.of(login), (owner, held) -> with(held, login));
	}

	void remove(TokenKey.User login) {
		this.logins.computeIfPresent(Owner.of(login), (owner, held) -> without(held, login));
	}

	List<TokenKey.User> of(String issuer, String subject) {
		return this.logins.getOrDefault(new Owner(issuer, subject), List.of());
	}

	/**
	 * Return how many users there are.
	 */
	int users() {
		return this.logins.size();
	}

	private static List<TokenKey.User> with(@Nullable List<TokenKey.User> held, TokenKey.User login) {
		List<TokenKey.User> result = new ArrayList<>((held != null) ? held : List.of());
		result.remove(login);
		result.add(login);
		return List.copyOf(result);
	}

	private static @Nullable List<TokenKey.User> without(List<TokenKey.User> held, TokenKey.User login) {
		List<TokenKey.User> result = held.stream().filter((other) -> !other.equals(login)).toList();
		return result.isEmpty() ? null : result;
	}

	/**
	 * A user, whatever the number of logins.
	 */
	private record Owner(String issuer, String subject) {

		static Owner of(TokenKey.User login) {
			return new Owner(login.issuer(), login.subject());
		}

	}

}
