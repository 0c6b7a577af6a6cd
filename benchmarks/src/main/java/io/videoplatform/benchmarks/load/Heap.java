package io.videoplatform.benchmarks.load;

import java.lang.management.ManagementFactory;

/**
 * The heap of this process.
 */
final class Heap {

	private static final int COLLECTIONS = 5;

	private Heap() {
	}

	/**
	 * Return what is used after garbage collections.
	 * @return the number of bytes
	 */
	static long used() {
		long used = Long.MAX_VALUE;
		for (int i = 0; i < COLLECTIONS; i++) {
			System.gc();
			used = Math.min(used, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
		}
		return used;
	}

}
