package io.videoplatform.transport;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reads the three forms of an HTTP-date (RFC 9110, section 5.6.7). The day of the week is
 * redundant and not checked.
 */
public final class HttpDates {

	private static final Pattern WEEKDAY = Pattern.compile("^[A-Za-z]{3,9},?\\s+");

	private static final Pattern LEAP_SECOND = Pattern.compile(":60 ");

	private static final List<DateTimeFormatter> FORMS = List.of(form("dd MMM uuuu HH:mm:ss 'GMT'"), rfc850(),
			form("MMM ppd HH:mm:ss uuuu"));

	private HttpDates() {
	}

	/**
	 * Return the time that an HTTP-date names.
	 * @param value the header's value
	 * @param now the current time, which decides the century of a two-digit year
	 * @return the time, or {@code null} if the value is no HTTP-date
	 */
	public static @Nullable Instant parse(String value, Instant now) {
		String trimmed = value.trim();
		String withoutDay = WEEKDAY.matcher(trimmed).replaceFirst("");
		if (withoutDay.equals(trimmed)) {
			return null;
		}
		boolean leapSecond = LEAP_SECOND.matcher(withoutDay).find();
		Instant time = parseDate(leapSecond ? LEAP_SECOND.matcher(withoutDay).replaceFirst(":59 ") : withoutDay, now);
		return (time != null && leapSecond) ? time.plusSeconds(1) : time;
	}

	private static @Nullable Instant parseDate(String withoutDay, Instant now) {
		for (DateTimeFormatter form : FORMS) {
			try {
				LocalDateTime date = LocalDateTime.parse(withoutDay, form);
				return century(date, withoutDay, now).toInstant(ZoneOffset.UTC);
			}
			catch (DateTimeParseException ex) {
				continue;
			}
		}
		return null;
	}

	private static LocalDateTime century(LocalDateTime date, String text, Instant now) {
		boolean twoDigitYear = text.charAt(2) == '-';
		boolean tooFar = date.isAfter(LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(50));
		return (twoDigitYear && tooFar) ? date.minusYears(100) : date;
	}

	private static DateTimeFormatter form(String pattern) {
		return strict(new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern));
	}

	private static DateTimeFormatter rfc850() {
		return strict(new DateTimeFormatterBuilder().parseCaseInsensitive()
			.appendPattern("dd-MMM-")
			.appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
			.appendPattern(" HH:mm:ss 'GMT'"));
	}

	private static DateTimeFormatter strict(DateTimeFormatterBuilder form) {
		return form.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
	}

}
