package io.videoplatform.samples.localplatform.video;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Reads the ranges of a request (RFC 9110, section 14.1.2).
 */
final class ByteRanges {

	private static final String UNIT = "bytes=";

	private static final int MOST_RANGES = 100;

	private static final int MOST_DIGITS = 18;

	private ByteRanges() {
	}

	/**
	 * Return the ranges that can be served.
	 * @param header the value of the header {@code Range}
	 * @param size the number of bytes that there are
	 * @return the ranges, empty if none can be served, or {@code null} if the header has
	 * to be ignored: it is malformed, of another unit, or exceeds the content
	 */
	static @Nullable List<Range> parse(String header, long size) {
		if (size == 0 || !header.toLowerCase(Locale.ROOT).startsWith(UNIT)) {
			return null;
		}
		List<Range> ranges = new ArrayList<>();
		String[] specs = header.substring(UNIT.length()).split(",", MOST_RANGES + 1);
		if (specs.length > MOST_RANGES) {
			return null;
		}
		for (String spec : specs) {
			Range range = range(spec.strip(), size);
			if (range != null) {
				ranges.add(range);
			}
			else if (!spec.isBlank()) {
				return null;
			}
		}
		if (ranges.isEmpty()) {
			return null;
		}
		ranges.removeIf((range) -> range.first() >= size);
		return (ranges.stream().mapToLong(Range::length).sum() <= size) ? ranges : null;
	}

	private static @Nullable Range range(String spec, long size) {
		int dash = spec.indexOf('-');
		if (dash == 0) {
			long suffix = number(spec.substring(1));
			return (suffix < 0) ? null : new Range((suffix == 0) ? size : Math.max(0, size - suffix), size - 1);
		}
		long first = (dash > 0) ? number(spec.substring(0, dash)) : -1;
		long last = (dash + 1 < spec.length()) ? number(spec.substring(dash + 1)) : Long.MAX_VALUE;
		return (first < 0 || last < first) ? null : new Range(first, Math.min(last, size - 1));
	}

	/**
	 * Return a number, or -1 for a text that is none.
	 */
	private static long number(String digits) {
		if (digits.isEmpty() || !digits.chars().allMatch((digit) -> digit >= '0' && digit <= '9')) {
			return -1;
		}
		return (digits.length() > MOST_DIGITS) ? Long.MAX_VALUE : Long.parseLong(digits);
	}

	/**
	 * A range of bytes.
	 *
	 * @param first the position of its first byte
	 * @param last the position of its last byte
	 */
	record Range(long first, long last) {

		long length() {
			return this.last - this.first + 1;
		}

		/**
		 * Return the value of the header {@code Content-Range}.
		 */
		String of(long size) {
			return "bytes %d-%d/%d".formatted(this.first, this.last, size);
		}

	}

}
