package io.videoplatform.internal.engine;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.videoplatform.PlatformConfigurationException;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * The location of a secret, as a property states it. It may be the secret itself: Spring
 * Boot reads what follows {@code base64:} as the content.
 */
public final class SecretLocation {

	/**
	 * A scheme (RFC 3986, section 3.1) has two characters at least: one alone is a drive.
	 */
	private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.*-]+):.*", Pattern.DOTALL);

	private static final Set<String> PATHS = Set.of("file", "classpath", "classpath*");

	/**
	 * What is in a JWK or in PEM, and in few paths.
	 */
	private static final Pattern CONTENT = Pattern.compile("[{\"\\r\\n]|-----BEGIN");

	private SecretLocation() {
	}

	/**
	 * Return whether a location may be shown: it is that of a file, and no URL, which may
	 * hold credentials.
	 */
	public static boolean isShowable(String location) {
		String stripped = location.strip();
		if (CONTENT.matcher(stripped).find()) {
			return false;
		}
		Matcher matcher = SCHEME.matcher(stripped);
		if (!matcher.matches()) {
			return true;
		}
		return PATHS.contains(matcher.group(1).toLowerCase(Locale.ROOT));
	}

	/**
	 * Return what is found at a location.
	 * @throws PlatformConfigurationException if it is none, which shows nothing of it
	 */
	static Resource resolve(String property, String location, ResourceLoader loader) {
		Resource resource;
		try {
			resource = loader.getResource(location);
		}
		catch (IllegalArgumentException ex) {
			// Not the cause, which may quote the value
			throw mistake(property, "is no location that can be read");
		}
		if (resource instanceof FileSystemResource && !isShowable(location)) {
			throw mistake(property, "is not the location of a file");
		}
		return resource;
	}

	private static PlatformConfigurationException mistake(String property, String reason) {
		return new PlatformConfigurationException(property, null, reason,
				"Write the path of a file, or a location that begins with 'file:' or 'classpath:'.");
	}

}
