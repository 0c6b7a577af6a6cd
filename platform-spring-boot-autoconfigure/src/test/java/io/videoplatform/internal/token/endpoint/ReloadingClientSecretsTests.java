package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.videoplatform.internal.http.EngineScheduler;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When secrets are read from files, by which threads, and when that is noticed.
 */
class ReloadingClientSecretsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Scheduler engine = EngineScheduler.create();

	private final Scheduler files = EngineScheduler.createForFiles();

	private final AtomicLong nanos = new AtomicLong();

	private final List<String> readers = new CopyOnWriteArrayList<>();

	private final AtomicReference<Supplier<String>> file = new AtomicReference<>(() -> "first");

	private final ReloadingClientSecrets secrets = new ReloadingClientSecrets(
			new ReloadingClientSecrets.Source(this::read, () -> null, null, null), this.files, this.nanos::get);

	private String read() {
		this.readers.add(Thread.currentThread().getName());
		return this.file.get().get();
	}

	@AfterEach
	void close() {
		this.files.dispose();
		this.engine.dispose();
	}

	private void checkForChanges() {
		this.secrets.checkForChanges(this.engine).block(PATIENCE);
	}

	@Test
	void checkForChangesAndCurrentThenReadByThreadsForFilesAlone() {
		CompletableFuture.runAsync(() -> {
			this.secrets.version();
			this.secrets.checkForChanges(this.engine).subscribe();
			this.secrets.current().subscribe();
			this.secrets.version();
		}, this.engine::schedule).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		checkForChanges();
		this.secrets.current().block(PATIENCE);
		assertThat(this.readers).hasSizeGreaterThanOrEqualTo(2)
			.allSatisfy((thread) -> assertThat(thread).startsWith("platform-files-"));
	}

	@Test
	void checkForChangesThenGoesOnOnTheGivenThreads() {
		CompletableFuture<String> read = new CompletableFuture<>();
		this.file.set(read::join);
		CompletableFuture<String> thread = new CompletableFuture<>();
		this.secrets.checkForChanges(this.engine)
			.doOnTerminate(() -> thread.complete(Thread.currentThread().getName()))
			.subscribe();
		read.complete("first");
		assertThat(thread).succeedsWithin(PATIENCE).asString().startsWith("platform-engine-");
	}

	@Test
	void checkForChangesWhenRepeatedThenOnceInASecond() {
		for (int i = 0; i < 5; i++) {
			checkForChanges();
		}
		assertThat(this.readers).hasSize(1);
		this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
		checkForChanges();
		checkForChanges();
		assertThat(this.readers).hasSize(2);
	}

	@Test
	void versionWhenTheFileHasChangedThenGrowsAfterACheck() {
		checkForChanges();
		long before = this.secrets.version();
		this.file.set(() -> "second");
		assertThat(this.secrets.version()).isEqualTo(before);
		this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
		checkForChanges();
		assertThat(this.secrets.version()).isGreaterThan(before);
		assertThat(this.secrets.latest().clientSecret()).isEqualTo("second");
	}

	@Test
	void checkForChangesWhenTheDiskDoesNotRespondThenNobodyWaitsAndNoOtherBegins() throws InterruptedException {
		CountDownLatch disk = new CountDownLatch(1);
		CountDownLatch reached = new CountDownLatch(1);
		checkForChanges();
		this.file.set(() -> {
			reached.countDown();
			assertThat(awaits(disk)).isTrue();
			return "late";
		});
		for (int i = 0; i < 5; i++) {
			this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
			checkForChanges();
			assertThat(reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		assertThat(this.readers).hasSize(2);
		disk.countDown();
		assertThat(this.secrets.current().block(PATIENCE)).extracting(ReloadingClientSecrets.Values::clientSecret)
			.isEqualTo("late");
	}

	@Test
	void currentWhenTheDiskOfAnotherClientDoesNotRespondThenReadAllTheSame() {
		CountDownLatch disk = new CountDownLatch(1);
		this.file.set(() -> {
			assertThat(awaits(disk)).isTrue();
			return "late";
		});
		List<CompletableFuture<ReloadingClientSecrets.Values>> waiting = List.of(this.secrets.current().toFuture(),
				this.secrets.current().toFuture(), this.secrets.current().toFuture());
		this.secrets.checkForChanges(this.engine).subscribe();
		ReloadingClientSecrets ofAnother = new ReloadingClientSecrets(
				new ReloadingClientSecrets.Source(() -> "another", () -> null, null, null), this.files,
				this.nanos::get);
		assertThat(ofAnother.current().block(PATIENCE)).extracting(ReloadingClientSecrets.Values::clientSecret)
			.isEqualTo("another");
		disk.countDown();
		assertThat(waiting).allSatisfy((read) -> assertThat(read).succeedsWithin(PATIENCE)
			.extracting(ReloadingClientSecrets.Values::clientSecret)
			.isEqualTo("late"));
		assertThat(this.readers).hasSize(1);
	}

	@Test
	void authenticateWhenTheDiskDoesNotRespondThenByWhatWasReadBefore() {
		CountDownLatch disk = new CountDownLatch(1);
		checkForChanges();
		this.file.set(() -> {
			assertThat(awaits(disk)).isTrue();
			return "late";
		});
		ClientCredentials credentials = CredentialsFixtures.of("platform", AuthorizationGrantType.CLIENT_CREDENTIALS,
				"service", null, null, null, Set.of());
		ClientRegistration registration = ClientRegistration.withRegistrationId("platform")
			.clientId("service")
			.clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST)
			.authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
			.tokenUri("https://id.example.com/token")
			.build();
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		CompletableFuture<ClientAuthenticator.Authentication> authentication = new ClientAuthenticator(credentials,
				this.secrets, null)
			.authenticate(registration, time)
			.toFuture();
		time.advanceTimeBy(ReloadingClientSecrets.READING.minusMillis(1));
		assertThat(authentication).isNotDone();
		time.advanceTimeBy(Duration.ofMillis(1));
		assertThat(authentication)
			.isCompletedWithValueMatching((carried) -> "first".equals(carried.parameters().get("client_secret")));
		disk.countDown();
	}

	@Test
	void checkForChangesWhenTheFirstIsSlowThenAllWaitForIt() {
		CountDownLatch disk = new CountDownLatch(1);
		this.file.set(() -> {
			assertThat(awaits(disk)).isTrue();
			return "late";
		});
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		CompletableFuture<Void> first = this.secrets.checkForChanges(time).toFuture();
		CompletableFuture<Void> second = this.secrets.checkForChanges(time).toFuture();
		time.advanceTimeBy(Duration.ofSeconds(4));
		assertThat(first).isNotDone();
		assertThat(second).isNotDone();
		disk.countDown();
		this.secrets.current().block(PATIENCE);
		time.advanceTimeBy(Duration.ofSeconds(1));
		assertThat(first).isDone();
		assertThat(second).isDone();
		assertThat(this.secrets.latest().clientSecret()).isEqualTo("late");
	}

	private static boolean awaits(CountDownLatch latch) {
		try {
			return latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Test
	void checkForChangesWhenTheFileCannotBeReadThenLeftToTheRequest() {
		this.file.set(() -> {
			throw new CredentialsUnavailableException("'a.property' leads to nothing", null);
		});
		checkForChanges();
		assertThatExceptionOfType(CredentialsUnavailableException.class).isThrownBy(this.secrets::latest)
			.withMessageContaining("'a.property'");
		this.file.set(() -> "back");
		this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
		checkForChanges();
		assertThat(this.secrets.latest().clientSecret()).isEqualTo("back");
	}

	@Test
	void checkForChangesWhenTheThreadsAreGoneThenCompletes() {
		this.files.dispose();
		checkForChanges();
		assertThat(this.readers).isEmpty();
	}

}
