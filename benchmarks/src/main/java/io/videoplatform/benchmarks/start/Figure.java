package io.videoplatform.benchmarks.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

import com.sun.management.OperatingSystemMXBean;

/**
 * What is measured of a process as soon as its application is ready, in this order.
 */
enum Figure {

	/**
	 * Processor time of all threads since the start of the process.
	 */
	CPU_MILLIS(() -> ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
			/ 1_000_000),

	/**
	 * Loaded classes.
	 */
	CLASSES(() -> ManagementFactory.getClassLoadingMXBean().getLoadedClassCount()),

	/**
	 * Used heap after a garbage collection.
	 */
	HEAP_KB(Figure::heap),

	/**
	 * Used metaspace.
	 */
	METASPACE_KB(Figure::metaspace),

	/**
	 * Memory of the process, as Linux knows it.
	 */
	RSS_KB(Figure::resident);

	private final LongSupplier value;

	Figure(LongSupplier value) {
		this.value = value;
	}

	/**
	 * Return the figure of this process.
	 */
	long measure() {
		return this.value.getAsLong();
	}

	private static long heap() {
		System.gc();
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024;
	}

	private static long metaspace() {
		return ManagementFactory.getMemoryPoolMXBeans()
			.stream()
			.filter((pool) -> pool.getName().equals("Metaspace"))
			.map(MemoryPoolMXBean::getUsage)
			.findFirst()
			.orElseThrow()
			.getUsed() / 1024;
	}

	private static long resident() {
		try {
			return Files.readAllLines(Path.of("/proc/self/status"))
				.stream()
				.filter((line) -> line.startsWith("VmRSS:"))
				.map((line) -> line.replaceAll("\\D", ""))
				.mapToLong(Long::parseLong)
				.findFirst()
				.orElseThrow();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
