package io.videoplatform.it.keycloak;

import java.nio.file.Path;

/**
 * Where Keycloak comes from and where it may write, as the build says in system
 * properties.
 *
 * @param version the version of the distribution
 * @param zip the distribution as it was downloaded
 * @param cache the folder for what outlives a clean build
 * @param work the folder for logs and databases of this run
 */
record KeycloakSettings(String version, Path zip, Path cache, Path work) {

	/**
	 * Reads {@code keycloak.version}, {@code keycloak.zip}, {@code keycloak.work} and,
	 * where it is set, {@code keycloak.cache}.
	 * @return the settings
	 */
	static KeycloakSettings fromSystemProperties() {
		return new KeycloakSettings(required("keycloak.version"), Path.of(required("keycloak.zip")), cacheFolder(),
				Path.of(required("keycloak.work")));
	}

	private static Path cacheFolder() {
		String configured = System.getProperty("keycloak.cache", "");
		if (!configured.isEmpty()) {
			return Path.of(configured).toAbsolutePath();
		}
		String caches = System.getenv("XDG_CACHE_HOME");
		Path base = (caches == null || caches.isEmpty()) ? Path.of(System.getProperty("user.home"), ".cache")
				: Path.of(caches);
		return base.resolve("platform-spring-boot").toAbsolutePath();
	}

	private static String required(String property) {
		String value = System.getProperty(property);
		if (value == null) {
			throw new IllegalStateException("System property '" + property
					+ "' is not set; 'mvn verify' sets it, a run in an IDE has to do the same");
		}
		return value;
	}

}
