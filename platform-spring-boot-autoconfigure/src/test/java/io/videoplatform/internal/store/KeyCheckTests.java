package io.videoplatform.internal.store;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

import io.videoplatform.internal.token.shared.UnreadableRecordException;
import io.videoplatform.testing.MovableClock;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * {@link KeyCheck}.
 */
class KeyCheckTests {

	private final MovableClock clock = new MovableClock();

	private RecordStore engine = new MemoryRecordStore(this.clock);

	private KeyCheck check(int key) {
		byte[] bytes = new byte[32];
		Arrays.fill(bytes, (byte) key);
		MasterKey master = new MasterKey(bytes);
		return new KeyCheck(new CurrentRecordStore(() -> this.engine, Flux.never()),
				new RecordCipher(List.of(master), master, new SecureRandom()));
	}

	private static void assertFits(KeyCheck check) {
		assertThatNoException().isThrownBy(() -> check.run().block());
	}

	private static void assertRefused(KeyCheck check) {
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> check.run().block());
	}

	@Test
	void runWhenTheStoreIsEmptiedThenANodeWithAnotherKeyWritesNoMark() {
		KeyCheck right = check(1);
		KeyCheck wrong = check(2);
		assertFits(right);
		assertRefused(wrong);
		this.engine = new MemoryRecordStore(this.clock);
		assertRefused(wrong);
		assertFits(right);
		assertRefused(wrong);
	}

	@Test
	void runWhenTheMarkFitsLaterThenItIsWrittenAgain() {
		KeyCheck check = check(1);
		assertFits(check(2));
		assertRefused(check);
		this.engine = new MemoryRecordStore(this.clock);
		assertFits(check(1));
		assertFits(check);
		this.engine = new MemoryRecordStore(this.clock);
		assertFits(check);
		assertRefused(check(2));
	}

}
