package io.videoplatform.internal.token.login;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.TokenSharing;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Which logins each user has at all nodes, and which of them may share a session of the
 * provider.
 *
 * @param sharing what nodes share
 */
record SharedLoginIndex(TokenSharing sharing) {

	private static final String NAME = "logins";

	/**
	 * An entry need not be written at each refresh.
	 */
	private static final int FACTOR = 2;

	/**
	 * Begin work that goes on until the store responds, also if its caller waits no
	 * longer.
	 * @param work the work, which may be done more than once
	 */
	<T> Mono<T> begin(Mono<T> work) {
		return this.sharing.records().work().beginUntilStored(work);
	}

	/**
	 * Add a login, or put off its end if it is there.
	 * @param life how long nodes can use the login if none of them refreshes it
	 * @return the write, which has not begun
	 */
	Mono<Void> add(Login login, Duration life) {
		LoginKey key = login.key();
		return Mono.defer(() -> this.sharing.sets()
			.add(set(key.client(), key.issuer(), key.subject()), Entry.of(key, login.sessionId()).text(),
					life.multipliedBy(FACTOR)));
	}

	/**
	 * Remove a login, of which the session need not be known, as soon as the store can be
	 * reached, whether or not a caller waits.
	 * @return the session, empty if it is not known; nothing if there is no such login
	 */
	Mono<String> remove(LoginKey login) {
		RecordIdentity set = set(login.client(), login.issuer(), login.subject());
		return begin(found(login.client(), login).flatMapIterable((entries) -> entries)
			.filter((entry) -> entry.isOf(login))
			// Tried again by itself: a look for the login may no longer find it
			.concatMap((entry) -> this.sharing.records()
				.work()
				.untilStored(this.sharing.sets().remove(set, Set.of(entry.text())))
				.thenReturn(entry.session()))
			.reduce((session, other) -> session));
	}

	/**
	 * Return the newest login of a user whose tokens are stored, if there is one.
	 */
	Mono<LoginKey> newest(String client, String issuer, String subject) {
		return entries(client, issuer, subject).flatMap((entries) -> {
			Deque<LoginKey> newestFirst = new ArrayDeque<>();
			entries.forEach((entry) -> newestFirst.push(new LoginKey(client, issuer, subject, entry.login())));
			return Flux.fromIterable(newestFirst).filterWhen(this::isStored, 1).next();
		});
	}

	private Mono<Boolean> isStored(LoginKey login) {
		return this.sharing.records()
			.record(new RecordIdentity(this.sharing.root(), login.client(), login.issuer(), login.subject(),
					login.loginId()))
			.read()
			.map((record) -> !record.isEnded())
			.defaultIfEmpty(false);
	}

	/**
	 * Whether a user has another login at a client that the provider may have in the same
	 * session. It is looked for until the store can be reached.
	 */
	Mono<Boolean> isShared(String client, LoginKey login, @Nullable String sessionId) {
		return found(client, login).map((entries) -> {
			String session = entries.stream()
				.filter((entry) -> entry.isOf(login))
				.map(Entry::session)
				.findFirst()
				.orElse((sessionId != null) ? sessionId : "");
			return entries.stream().anyMatch((entry) -> !entry.isOf(login) && entry.mayShare(session));
		});
	}

	private Mono<List<Entry>> found(String client, LoginKey login) {
		return this.sharing.records().work().untilStored(entries(client, login.issuer(), login.subject()));
	}

	private Mono<List<Entry>> entries(String client, String issuer, String subject) {
		return this.sharing.sets()
			.read(set(client, issuer, subject))
			.map((elements) -> elements.stream().map(Entry::parse).toList());
	}

	private RecordIdentity set(String client, String issuer, String subject) {
		return new RecordIdentity(this.sharing.root(), client, issuer, subject, NAME);
	}

	/**
	 * A login and the provider's session that it was begun in.
	 *
	 * @param login the identifier of the login, which has no blank
	 * @param session the session, empty if it is not known
	 */
	private record Entry(String login, String session) {

		static Entry of(LoginKey login, @Nullable String sessionId) {
			return new Entry(login.loginId(), (sessionId != null) ? sessionId : "");
		}

		static Entry parse(String text) {
			int blank = text.indexOf(' ');
			return new Entry(text.substring(0, blank), text.substring(blank + 1));
		}

		String text() {
			return this.login + " " + this.session;
		}

		boolean isOf(LoginKey key) {
			return this.login.equals(key.loginId());
		}

		boolean mayShare(String other) {
			return this.session.isEmpty() || other.isEmpty() || this.session.equals(other);
		}

	}

}
