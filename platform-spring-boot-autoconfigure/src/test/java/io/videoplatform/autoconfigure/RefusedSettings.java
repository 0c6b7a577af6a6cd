package io.videoplatform.autoconfigure;

import java.util.Objects;

import io.videoplatform.internal.engine.PlatformSettings;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.catchException;

/**
 * What is reported of settings that stop a start, without a start: they are bound and
 * checked as the auto-configuration does it.
 */
record RefusedSettings(String description, String action) {

	static RefusedSettings of(String... properties) {
		Environment environment = environment(properties);
		Exception failure = catchException(() -> read(environment));
		FailureAnalysis analysis = new PlatformFailureAnalyzer()
			.analyze(Objects.requireNonNull(failure, "The settings are accepted"));
		Objects.requireNonNull(analysis, "The failure has no analysis");
		return new RefusedSettings(analysis.getDescription(), Objects.requireNonNull(analysis.getAction()));
	}

	static PlatformSettings read(String... properties) {
		return read(environment(properties));
	}

	private static Environment environment(String... properties) {
		MockEnvironment environment = new MockEnvironment();
		for (String property : properties) {
			String[] parts = property.split("=", 2);
			environment.setProperty(parts[0], parts[1]);
		}
		return environment;
	}

	private static PlatformSettings read(Environment environment) {
		Binder binder = Binder.get(environment);
		PlatformProperties platform = binder.bindOrCreate("platform", PlatformProperties.class);
		return ClientSettingsFactory.create(platform, platform::rootUrl);
	}

	static PlatformSettings read(PlatformProperties properties, PlatformConnectionDetails details) {
		return ClientSettingsFactory.create(properties, details);
	}

}
