package io.videoplatform.internal.token.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.videoplatform.Gates;
import io.videoplatform.internal.http.EngineScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When secrets are read from files, by which threads, and when that is noticed.
 */
class ClientSecretsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Scheduler engine = EngineScheduler.create();

	private final Scheduler files = EngineScheduler.createForFiles();

	private final AtomicLong nanos = new AtomicLong();

	private final List<String> readers = new CopyOnWriteArrayList<>();

	private final AtomicReference<Supplier<String>> file = new AtomicReference<>(() -> "first");

	private final ClientSecrets secrets = new ClientSecrets(() -> values(load()), this.files, this.nanos::get);

	private static ClientSecrets.Values values(String secret) {
		return new ClientSecrets.Values(secret, null, null, null, null);
	}

	private String load() {
		this.readers.add(Thread.currentThread().getName());
		return this.file.get().get();
	}

	@AfterEach
	void close() {
		this.files.dispose();
		this.engine.dispose();
	}

	private String read() {
		return String.valueOf(this.secrets.read(this.engine).map(ClientSecrets.Values::clientSecret).block(PATIENCE));
	}

	private String readOrFailure() {
		return this.secrets.read(this.engine)
			.map((values) -> String.valueOf(values.clientSecret()))
			.onErrorReturn("failure")
			.blockOptional(PATIENCE)
			.orElseThrow();
	}

	private void checkForChanges() {
		this.secrets.checkForChanges(this.engine).block(PATIENCE);
	}

	private void secondPasses() {
		this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
	}

	@Test
	void readThenByThreadsForFilesAloneAndGoesOnOnTheGivenThreads() {
		CompletableFuture<String> content = new CompletableFuture<>();
		this.file.set(content::join);
		CompletableFuture<String> thread = new CompletableFuture<>();
		this.secrets.read(this.engine)
			.doOnTerminate(() -> thread.complete(Thread.currentThread().getName()))
			.subscribe();
		content.complete("first");
		assertThat(thread).succeedsWithin(PATIENCE).asString().startsWith("platform-engine-");
		assertThat(this.readers).singleElement().asString().startsWith("platform-files-");
	}

	@Test
	void checkForChangesWhenRepeatedThenReadsOnceInASecond() {
		for (int second = 1; second <= 2; second++) {
			for (int i = 0; i < 5; i++) {
				checkForChanges();
			}
			assertThat(this.readers).hasSize(second);
			secondPasses();
		}
	}

	@Test
	void readWhenTheDiskDoesNotRespondThenFailsInTimeAndKeepsOneThread() {
		assertThat(read()).isEqualTo("first");
		CompletableFuture<String> disk = new CompletableFuture<>();
		this.file.set(disk::join);
		VirtualTimeScheduler time = VirtualTimeScheduler.create();
		CompletableFuture<?> reading = this.secrets.read(time).toFuture();
		CompletableFuture<?> other = this.secrets.read(time).toFuture();
		Gates.until(() -> this.readers.size() == 2);
		secondPasses();
		checkForChanges();
		time.advanceTimeBy(ClientSecrets.READING.minusMillis(1));
		assertThat(reading).isNotDone();
		time.advanceTimeBy(Duration.ofMillis(1));
		assertThat(List.of(reading, other)).allSatisfy((read) -> assertThat(read).isCompletedExceptionally());
		assertThat(reading).failsWithin(PATIENCE)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(CredentialsUnavailableException.class)
			.withMessageContaining("not read in time");
		this.nanos.addAndGet(ClientSecrets.READING.toNanos());
		CompletableFuture<?> late = this.secrets.read(time).toFuture();
		time.advanceTime();
		assertThat(late).isCompletedExceptionally();
		ClientSecrets ofAnother = new ClientSecrets(() -> values("another"), this.files, this.nanos::get);
		assertThat(ofAnother.read(this.engine).block(PATIENCE)).isNotNull();
		assertThat(this.readers).hasSize(2);
		disk.complete("late");
		Gates.until(() -> "late".equals(readOrFailure()));
	}

	@Test
	void checkForChangesWhenTheFileCannotBeReadThenLeftToTheRequest() {
		this.file.set(() -> {
			throw new CredentialsUnavailableException("'a.property' leads to nothing", null);
		});
		checkForChanges();
		assertThat(this.secrets.known()).isNull();
		assertThatExceptionOfType(CredentialsUnavailableException.class).isThrownBy(this::read)
			.withMessageContaining("'a.property'");
		this.file.set(() -> "back");
		assertThat(read()).isEqualTo("back");
	}

}
