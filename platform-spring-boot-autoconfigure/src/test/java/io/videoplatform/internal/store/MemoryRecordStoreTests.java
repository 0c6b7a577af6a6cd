package io.videoplatform.internal.store;

import java.time.Duration;

import io.videoplatform.testing.MovableClock;

/**
 * {@link MemoryRecordStore}: all nodes are in one process.
 */
class MemoryRecordStoreTests extends AbstractRecordStoreTests {

	private final MovableClock clock = new MovableClock();

	private final RecordStore store = new MemoryRecordStore(this.clock);

	@Override
	RecordStore store() {
		return this.store;
	}

	@Override
	RecordStore otherStore() {
		return this.store;
	}

	@Override
	void elapse(Duration time) {
		this.clock.advance(time);
	}

	@Override
	long engineTime() {
		return this.clock.millis();
	}

}
