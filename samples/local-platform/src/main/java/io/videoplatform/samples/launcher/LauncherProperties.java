package io.videoplatform.samples.launcher;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the local platform that is started with a sample.
 *
 * @param enabled whether it is started
 * @param port port of this machine that it listens on
 * @param options settings of its own, without their prefix {@code local-platform}, for
 * instance {@code access-token-lifetime}
 */
@ConfigurationProperties(LauncherProperties.PREFIX)
record LauncherProperties(@DefaultValue("false") boolean enabled, @DefaultValue("9400") int port,
		@DefaultValue Map<String, String> options) {

	static final String PREFIX = "sample.local-platform";

}
