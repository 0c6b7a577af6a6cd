package io.videoplatform.internal.token.login;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * Which logins each user has, the newest last.
 */
final class LoginIndex {

	private final ConcurrentMap<Owner, List<LoginKey>> logins = new ConcurrentHashMap<>();

	void add(LoginKey login) {
		this.logins.compute(Owner.of(login), (owner, held) -> {
			Stream<LoginKey> others = (held != null) ? without(held, login) : Stream.empty();
			return Stream.concat(others, Stream.of(login)).toList();
		});
	}

	void remove(LoginKey login) {
		this.logins.computeIfPresent(Owner.of(login), (owner, held) -> {
			List<LoginKey> others = without(held, login).toList();
			return others.isEmpty() ? null : others;
		});
	}

	private static Stream<LoginKey> without(List<LoginKey> held, LoginKey login) {
		return held.stream().filter((other) -> !other.equals(login));
	}

	List<LoginKey> of(String issuer, String subject) {
		return this.logins.getOrDefault(new Owner(issuer, subject), List.of());
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
