package io.videoplatform.internal.http;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Reads the times of HTTP headers: the three forms of an HTTP-date (RFC 9110, section
 * 5.6.7), and seconds (RFC 9111, section 1.2.2).
 */
public final class HttpTime {

	/**
	 * Longer than the longest form.
	 */
	private static final int LONGEST = 40;

	private static final long MAX_SECONDS = 1L << 31;

	private static final String LEAP_SECOND = ":60 ";

	private static final DateTimeFormatter IMF_FIXDATE = strict(
			form("dd MMM ").appendValue(ChronoField.YEAR, 4).appendPattern(" HH:mm:ss 'GMT'"));

	private static final DateTimeFormatter RFC_850 = strict(
			form("dd-MMM-").appendValueReduced(ChronoField.YEAR, 2, 2, 2000).appendPattern(" HH:mm:ss 'GMT'"));

	private static final DateTimeFormatter ASCTIME = strict(form("MMM ppd HH:mm:ss ").appendValue(ChronoField.YEAR, 4));

	private HttpTime() {
	}

	/**
	 * Return a number of seconds.
	 * @param value the number, digits only
	 * @return the duration, at most 2<sup>31</sup> s; {@code null} if the value is no
	 * number
	 */
	public static @Nullable Duration seconds(String value) {
		long seconds = 0;
		for (int i = 0; i < value.length(); i++) {
			char digit = value.charAt(i);
			if (digit < '0' || digit > '9') {
				return null;
			}
			seconds = Math.min(seconds * 10 + (digit - '0'), MAX_SECONDS);
		}
		return value.isEmpty() ? null : Duration.ofSeconds(seconds);
	}

	/**
	 * Return the time that an HTTP-date names. Case does not count (RFC 9111, section
	 * 4.2). The name of the day is required; being redundant, it is not compared with the
	 * date.
	 * @param value the header's value
	 * @param now the current time, which decides the century of a two-digit year
	 * @return the time, or {@code null} if the value is no HTTP-date
	 */
	public static @Nullable Instant date(String value, Instant now) {
		String trimmed = value.trim();
		int space = trimmed.indexOf(' ');
		if (space < 1 || trimmed.length() > LONGEST) {
			return null;
		}
		String day = trimmed.substring(0, space);
		boolean comma = day.endsWith(",");
		String name = comma ? day.substring(0, day.length() - 1) : day;
		String date = trimmed.substring(space + 1);
		if (isDay(name, TextStyle.SHORT)) {
			return time(date, comma ? IMF_FIXDATE : ASCTIME, now);
		}
		return (comma && isDay(name, TextStyle.FULL)) ? time(date, RFC_850, now) : null;
	}

	private static boolean isDay(String name, TextStyle style) {
		return Stream.of(DayOfWeek.values())
			.anyMatch((day) -> day.getDisplayName(style, Locale.ENGLISH).equalsIgnoreCase(name));
	}

	private static @Nullable Instant time(String date, DateTimeFormatter form, Instant now) {
		String counted = date.replace(LEAP_SECOND, ":59 ");
		try {
			LocalDateTime time = LocalDateTime.parse(counted, form);
			LocalDateTime exact = counted.equals(date) ? time : time.plusSeconds(1);
			return ((form == RFC_850) ? century(exact, now) : exact).toInstant(ZoneOffset.UTC);
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	private static LocalDateTime century(LocalDateTime date, Instant now) {
		boolean tooFar = date.isAfter(LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(50));
		return tooFar ? date.minusYears(100) : date;
	}

	private static DateTimeFormatterBuilder form(String pattern) {
		return new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern);
	}

	private static DateTimeFormatter strict(DateTimeFormatterBuilder form) {
		return form.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
	}

}
