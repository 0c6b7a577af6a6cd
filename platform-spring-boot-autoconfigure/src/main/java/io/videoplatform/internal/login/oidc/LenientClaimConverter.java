package io.videoplatform.internal.login.oidc;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.springframework.core.convert.converter.Converter;

/**
 * Converts claims to the types that Spring Security expects. One that cannot be converted
 * stays as it is: most of them matter to the application only.
 */
final class LenientClaimConverter implements Converter<Map<String, Object>, Map<String, Object>> {

	private final Map<String, Converter<Object, ?>> converters;

	LenientClaimConverter(Map<String, Converter<Object, ?>> converters) {
		this.converters = converters;
	}

	@Override
	public Map<String, Object> convert(Map<String, Object> claims) {
		Map<String, Object> converted = new LinkedHashMap<>(claims);
		this.converters
			.forEach((name, converter) -> converted.computeIfPresent(name, (key, value) -> convert(value, converter)));
		return converted;
	}

	private static Object convert(Object value, Converter<Object, ?> converter) {
		try {
			return Objects.requireNonNullElse(converter.convert(value), value);
		}
		catch (RuntimeException ex) {
			return value;
		}
	}

}
