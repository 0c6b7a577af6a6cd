package io.videoplatform.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * The {@link PlatformConnectionDetails} that properties describe.
 */
final class PropertiesPlatformConnectionDetails implements PlatformConnectionDetails {

	private final @Nullable String rootUrl;

	PropertiesPlatformConnectionDetails(@Nullable String rootUrl) {
		this.rootUrl = rootUrl;
	}

	@Override
	public @Nullable String getRootUrl() {
		return this.rootUrl;
	}

}
