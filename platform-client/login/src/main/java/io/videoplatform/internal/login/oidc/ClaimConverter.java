package io.videoplatform.internal.login.oidc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.converter.Converter;

/**
 * Converts claims to the types that Spring Security expects. One that cannot be converted
 * stays as it is: most of them matter to the application only. Objects and lists are
 * those of the JDK at any depth, which sessions can hold.
 */
final class ClaimConverter implements Converter<Map<String, Object>, Map<String, Object>> {

	private final Map<String, Converter<Object, ?>> converters;

	ClaimConverter(Map<String, Converter<Object, ?>> converters) {
		this.converters = converters;
	}

	@Override
	public Map<String, Object> convert(Map<String, Object> claims) {
		Map<String, Object> converted = new LinkedHashMap<>();
		claims.forEach((name, value) -> {
			Object plain = plain(value);
			if (plain != null) {
				converted.put(name, convert(plain, this.converters.get(name)));
			}
		});
		return converted;
	}

	private static Object convert(Object value, @Nullable Converter<Object, ?> converter) {
		try {
			return (converter != null) ? Objects.requireNonNullElse(converter.convert(value), value) : value;
		}
		catch (RuntimeException ex) {
			return value;
		}
	}

	private static @Nullable Object plain(@Nullable Object value) {
		if (value instanceof Map<?, ?> members) {
			Map<Object, @Nullable Object> plain = new LinkedHashMap<>();
			members.forEach((name, member) -> plain.put(name, plain(member)));
			return plain;
		}
		if (value instanceof Collection<?> elements) {
			Collection<@Nullable Object> plain = new ArrayList<>();
			elements.forEach((element) -> plain.add(plain(element)));
			return plain;
		}
		return value;
	}

}
