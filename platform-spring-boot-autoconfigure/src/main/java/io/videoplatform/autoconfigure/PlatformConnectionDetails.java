package io.videoplatform.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the platform is. A test may give a bean of this type instead of the property
 * {@code platform.root-url}.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PlatformConnectionDetails extends ConnectionDetails {

	/**
	 * Return scheme and host of the platform's API.
	 * @return the root URL, or {@code null} to use the property {@code platform.root-url}
	 */
	@Nullable String getRootUrl();

}
