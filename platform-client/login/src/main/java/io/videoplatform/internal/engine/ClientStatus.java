package io.videoplatform.internal.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import io.videoplatform.PlatformStep;
import io.videoplatform.client.DiscoverySnapshot;
import io.videoplatform.client.DocumentSnapshot;
import io.videoplatform.client.TokenState;
import io.videoplatform.client.TokenStatus;
import io.videoplatform.internal.client.DefaultPlatformClient;
import io.videoplatform.internal.token.TokenOutage;
import io.videoplatform.internal.token.TokenSource;
import io.videoplatform.internal.token.login.LoginTokens;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a client, from memory: made for operators, without a token, a secret,
 * a user or a message of a provider.
 *
 * @param now the current time
 * @param discovery what is discovered
 * @param token the application's token, or {@code null} if there are no credentials, or
 * users log in
 * @param logins how many logins are held, or {@code null} if no users log in
 * @param outage what logins or refreshes of users fail of, if they do
 * @param refusal since when the API refuses all tokens, if it does
 */
public record ClientStatus(Instant now, DiscoverySnapshot discovery, @Nullable TokenStatus token, @Nullable Long logins,
		@Nullable TokenOutage outage, @Nullable TokenOutage refusal) {

	private static final String TOKEN = "token";

	public static ClientStatus of(PlatformEngine engine, String name) {
		DefaultPlatformClient client = engine.clients().get(name);
		LoginTokens logins = engine.loginTokens().get(name);
		return (logins != null) ? new ClientStatus(client.now(), client.discovery().snapshot(), null, logins.count(),
				logins.outage().current(), logins.refusal()) : of(client);
	}

	public static ClientStatus of(DefaultPlatformClient client) {
		TokenSource token = client.sharedToken();
		return new ClientStatus(client.now(), client.discovery().snapshot(), (token != null) ? token.status() : null,
				null, null, (token != null) ? token.refusal() : null);
	}

	/**
	 * Return what a call would meet now.
	 */
	public Verdict verdict() {
		TokenStatus held = this.token;
		if (held != null && this.refusal != null) {
			return Verdict.FAILING;
		}
		if (held != null && held.state() != TokenState.EXPIRED) {
			return Verdict.SERVING;
		}
		if (held != null && held.failures() > 0) {
			return isPaused(held.nextAttempt()) ? Verdict.FAILING : Verdict.UNUSED;
		}
		if (!isDiscovered()) {
			return withoutDiscovery();
		}
		if (held != null) {
			return (held.obtainedAt() != null) ? Verdict.SERVING : Verdict.UNUSED;
		}
		return (this.outage != null || isUnconfirmed()) ? Verdict.PARTLY : Verdict.SERVING;
	}

	/**
	 * Whether no user can log in although what is held can be used: a login begins only
	 * if the provider has confirmed its configuration.
	 */
	private boolean isUnconfirmed() {
		return this.logins != null && failedDocuments().stream()
			.anyMatch((document) -> document.step() == PlatformStep.PROVIDER_CONFIGURATION);
	}

	private Verdict withoutDiscovery() {
		if (failedDocuments().stream().noneMatch((document) -> isPaused(document.nextAttempt()))) {
			return Verdict.UNUSED;
		}
		return (this.logins != null && this.logins > 0) ? Verdict.PARTLY : Verdict.FAILING;
	}

	/**
	 * Whether what has failed fails now without an attempt. Once the time for that has
	 * come, only a call makes it.
	 */
	private boolean isPaused(@Nullable Instant nextAttempt) {
		return nextAttempt == null || this.now.isBefore(nextAttempt);
	}

	/**
	 * Whether the provider can be used without another request.
	 */
	private boolean isDiscovered() {
		Instant until = usableUntil();
		return this.discovery.provider() != null && until != null && this.now.isBefore(until);
	}

	/**
	 * Return until when what is discovered is used without a request.
	 */
	public @Nullable Instant freshUntil() {
		return earliest(DocumentSnapshot::freshUntil);
	}

	/**
	 * Return until when what is discovered is used while it cannot be confirmed.
	 */
	public @Nullable Instant usableUntil() {
		return earliest(DocumentSnapshot::staleUntil);
	}

	private @Nullable Instant earliest(Function<DocumentSnapshot, @Nullable Instant> time) {
		List<Instant> ends = this.discovery.documents().stream().map(time).flatMap(Stream::ofNullable).toList();
		return (ends.isEmpty() || ends.size() < this.discovery.documents().size()) ? null : Collections.min(ends);
	}

	private List<DocumentSnapshot> failedDocuments() {
		return this.discovery.documents().stream().filter((document) -> document.failures() > 0).toList();
	}

	/**
	 * Return what fails.
	 */
	public List<Failure> failures() {
		List<Failure> failures = new ArrayList<>();
		failedDocuments().forEach((document) -> failures.add(new Failure(name(document.step()), document.failingSince(),
				document.failureType(), document.nextAttempt())));
		TokenStatus held = this.token;
		if (held != null && held.failures() > 0) {
			failures.add(new Failure(TOKEN, held.failingSince(), held.failureType(), held.nextAttempt()));
		}
		Stream.of(Optional.ofNullable(this.outage), Optional.ofNullable(this.refusal))
			.flatMap(Optional::stream)
			.map((lasting) -> new Failure(name(lasting.step()), lasting.since(), lasting.errorType(), null))
			.forEach(failures::add);
		return failures;
	}

	/**
	 * Return what the application's token is good for, or that there was none yet.
	 */
	public static String state(TokenStatus token) {
		return (token.obtainedAt() != null) ? token.state().name().toLowerCase(Locale.ROOT) : "none";
	}

	public static String name(PlatformStep step) {
		return (step == PlatformStep.TOKEN_REQUEST) ? TOKEN : step.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * What a call would meet.
	 */
	public enum Verdict {

		/**
		 * It is served.
		 */
		SERVING,

		/**
		 * It is served if its user's token is valid; logins and refreshes fail.
		 */
		PARTLY,

		/**
		 * It fails.
		 */
		FAILING,

		/**
		 * Nothing is known: there was no call yet, or none since the next attempt is due.
		 */
		UNUSED

	}

	/**
	 * Something that fails.
	 *
	 * @param what the document, the token, or another step of logins
	 * @param since when the first failure was
	 * @param cause the name of the last one, as metrics have it in {@code error.type}
	 * @param nextAttempt when it is attempted again
	 */
	public record Failure(String what, @Nullable Instant since, @Nullable String cause, @Nullable Instant nextAttempt) {

	}

	/**
	 * Something that fails at several clients.
	 *
	 * @param what the document, or the token
	 * @param cause the name of the last failure, as metrics have it in {@code error.type}
	 * @param platforms at how many platforms it fails
	 */
	public record FailureCount(String what, @Nullable String cause, long platforms) {

	}

}
