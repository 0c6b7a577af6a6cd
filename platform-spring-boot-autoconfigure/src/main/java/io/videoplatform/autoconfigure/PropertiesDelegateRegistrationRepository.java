package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.videoplatform.PlatformError;
import io.videoplatform.PlatformEvent.Level;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.http.CauseChain;
import io.videoplatform.internal.http.DaemonThread;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.login.DelegateRegistrationRepository;
import io.videoplatform.internal.login.LoginUnavailableException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Provider;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties.Registration;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientPropertiesMapper;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;

/**
 * The registrations that the application configures by Boot's own properties. Each is
 * created on its first look-up, and again if that failed: a provider that is down affects
 * neither the application nor other registrations. Requests to a provider run on one
 * thread of this repository at a time, and a look-up waits for at most 10 s.
 */
final class PropertiesDelegateRegistrationRepository implements DelegateRegistrationRepository, AutoCloseable {

	private static final Duration DEADLINE = Duration.ofSeconds(10);

	private static final Duration PAUSE = Duration.ofSeconds(5);

	private static final int LOOKUPS_PER_REGISTRATION = 2;

	private final OAuth2ClientProperties properties;

	private final Clock clock;

	private final EventPublisher events;

	private final ConcurrentMap<String, ClientRegistration> stated = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, Lookup> lookups = new ConcurrentHashMap<>();

	private final Set<String> down = ConcurrentHashMap.newKeySet();

	private final ExecutorService executor;

	PropertiesDelegateRegistrationRepository(OAuth2ClientProperties properties, EventPublisher events) {
		this.properties = properties;
		this.clock = events.clock();
		this.events = events;
		properties.validate();
		int threads = Math.max(1, LOOKUPS_PER_REGISTRATION * properties.getRegistration().size());
		this.executor = new ThreadPoolExecutor(0, threads, 10, TimeUnit.SECONDS, new SynchronousQueue<>(),
				(task) -> DaemonThread.create("platform-other-registrations", task));
	}

	@Override
	public CompletableFuture<@Nullable ClientRegistration> find(String registrationId) {
		Registration registration = this.properties.getRegistration().get(registrationId);
		if (registration == null) {
			return CompletableFuture.completedFuture(null);
		}
		if (issuer(registrationId, registration) == null) {
			return CompletableFuture
				.completedFuture(this.stated.computeIfAbsent(registrationId, (id) -> make(id, registration)));
		}
		Lookup lookup = this.lookups.compute(registrationId, (id,
				last) -> (last != null && last.counts(this.clock.instant())) ? last : new Lookup(this.clock.instant()));
		lookup.start(registrationId, registration);
		return lookup.result.copy();
	}

	/**
	 * Fail the look-ups that are under way.
	 */
	@Override
	public void close() {
		this.executor.shutdownNow();
		this.lookups.forEach((id, lookup) -> lookup.result
			.completeExceptionally(unavailable(id, new IllegalStateException("the application is shutting down"))));
	}

	private LoginUnavailableException unavailable(String registrationId, Throwable cause) {
		Throwable root = CauseChain.root(cause);
		String issuer = issuer(registrationId, this.properties.getRegistration().get(registrationId));
		String message = "Logins at registration '%s' are unavailable for now: the metadata of its provider %s cannot be read (%s)"
			.formatted(registrationId, PrintableText.of(String.valueOf(issuer)), PrintableText.of(root.toString()));
		return new LoginUnavailableException(PlatformError.PROVIDER_CONFIGURATION.explain(message),
				PlatformError.PROVIDER_CONFIGURATION, PlatformStep.LOGIN, null, this.clock.instant().plus(PAUSE), cause)
			.at(registrationId);
	}

	private ClientRegistration make(String registrationId, Registration registration) {
		OAuth2ClientProperties one = new OAuth2ClientProperties();
		one.getRegistration().put(registrationId, registration);
		one.getProvider().putAll(this.properties.getProvider());
		return Objects
			.requireNonNull(new OAuth2ClientPropertiesMapper(one).asClientRegistrations().get(registrationId));
	}

	@Override
	public List<ClientRegistration> listed() {
		return this.properties.getRegistration().entrySet().stream().map(this::listed).toList();
	}

	private ClientRegistration listed(Map.Entry<String, Registration> entry) {
		Registration registration = entry.getValue();
		String issuer = issuer(entry.getKey(), registration);
		if (issuer == null) {
			return this.stated.computeIfAbsent(entry.getKey(), (id) -> make(id, registration));
		}
		String grant = registration.getAuthorizationGrantType();
		ClientRegistration.Builder placeholder = ClientRegistration.withRegistrationId(entry.getKey())
			.clientId(Objects.requireNonNull(registration.getClientId()))
			.clientName((registration.getClientName() != null) ? registration.getClientName() : issuer)
			.authorizationGrantType(
					(grant != null) ? new AuthorizationGrantType(grant) : AuthorizationGrantType.AUTHORIZATION_CODE)
			.redirectUri("about:blank")
			.authorizationUri("about:blank")
			.tokenUri("about:blank");
		return placeholder.build();
	}

	/**
	 * The issuer to request metadata from, or {@code null} if the properties are
	 * complete.
	 */
	private @Nullable String issuer(String registrationId, @Nullable Registration registration) {
		String stated = (registration != null) ? registration.getProvider() : null;
		String name = (stated != null) ? stated : registrationId;
		Provider provider = this.properties.getProvider().get(name);
		return (provider != null) ? provider.getIssuerUri() : null;
	}

	/**
	 * A look-up that is shared by all callers for the same registration.
	 */
	private final class Lookup {

		/**
		 * After which another attempt is made even if this one still hangs.
		 */
		private static final Duration HARD_END = Duration.ofMinutes(2);

		private final CompletableFuture<@Nullable ClientRegistration> result = new CompletableFuture<>();

		private final Instant started;

		private volatile @Nullable Instant ended;

		private boolean begun;

		Lookup(Instant started) {
			this.started = started;
		}

		/**
		 * Return whether the result is current: it was found, is under way, or failed
		 * just now.
		 */
		boolean counts(Instant now) {
			if (!this.result.isCompletedExceptionally()) {
				return true;
			}
			Instant over = this.ended;
			return now.isBefore((over != null) ? over.plus(PAUSE) : this.started.plus(HARD_END))
					&& !now.isBefore(this.started);
		}

		/**
		 * Begin, once, outside the lock of the map.
		 */
		void start(String registrationId, Registration registration) {
			synchronized (this) {
				if (this.begun) {
					return;
				}
				this.begun = true;
			}
			CompletableFuture<@Nullable ClientRegistration> deadline = new CompletableFuture<>();
			deadline.orTimeout(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
				.whenComplete((none, ex) -> fail(registrationId,
						new TimeoutException("no response within %d s".formatted(DEADLINE.toSeconds()))));
			this.result.whenComplete((found, ex) -> deadline.cancel(false));
			try {
				PropertiesDelegateRegistrationRepository.this.executor.execute(() -> run(registrationId, registration));
			}
			catch (RejectedExecutionException ex) {
				this.ended = PropertiesDelegateRegistrationRepository.this.clock.instant();
				fail(registrationId, ex);
			}
		}

		private void run(String registrationId, Registration registration) {
			try {
				this.result.complete(make(registrationId, registration));
				PropertiesDelegateRegistrationRepository.this.down.remove(registrationId);
			}
			catch (Throwable ex) {
				fail(registrationId, ex);
			}
			finally {
				this.ended = PropertiesDelegateRegistrationRepository.this.clock.instant();
			}
		}

		private void fail(String registrationId, Throwable cause) {
			LoginUnavailableException failure = unavailable(registrationId, cause);
			if (!this.result.isDone() && PropertiesDelegateRegistrationRepository.this.down.add(registrationId)) {
				PropertiesDelegateRegistrationRepository.this.events.publish(PlatformStep.LOGIN, Level.WARN,
						failure.getError(), String.valueOf(failure.getMessage()));
			}
			this.result.completeExceptionally(failure);
		}

	}

}
