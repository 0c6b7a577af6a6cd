package io.videoplatform.it.keycloak;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of {@link PreparedKeycloak}.
 */
class PreparedKeycloakTests {

	private final Path folder;

	PreparedKeycloakTests(@TempDir Path folder) {
		this.folder = folder;
	}

	@Test
	void prepareWhenNoDistributionThenFailsAndNamesIt() {
		Path zip = this.folder.resolve("missing.zip");
		KeycloakSettings settings = new KeycloakSettings("1.2.3", zip, this.folder.resolve("cache"), this.folder);
		assertThatIllegalStateException().isThrownBy(() -> new PreparedKeycloak(settings).prepare())
			.withMessageContaining(zip.toString());
		assertThat(this.folder.resolve("cache/keycloak-1.2.3")).isDirectoryNotContaining("glob:**.part");
	}

}
