package io.videoplatform.it.keycloak;

import java.io.UncheckedIOException;
import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests that Keycloak can go away and come back.
 */
class KeycloakRestartIT {

	@RegisterExtension
	static final RealmExtension platform = new RealmExtension();

	@Test
	void startWhenStoppedThenSamePortRealmAndSessions() {
		Keycloak keycloak = platform.keycloak();
		TokenClient tokens = platform.realm().tokens();
		TokenResponse response = tokens.password(Realm.USERNAME, Realm.PASSWORD);
		URI before = keycloak.uri();
		keycloak.stop();
		assertThat(keycloak.isRunning()).isFalse();
		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> tokens.refresh(response.refreshToken()));
		keycloak.start();
		assertThat(keycloak.uri()).isEqualTo(before);
		assertThat(tokens.refresh(response.refreshToken()).status()).isEqualTo(200);
	}

	@Test
	void startWhenKilledThenRealmIsThere() {
		Keycloak keycloak = platform.keycloak();
		keycloak.kill();
		assertThat(keycloak.isRunning()).isFalse();
		keycloak.start();
		assertThat(platform.realm().tokens().password(Realm.USERNAME, Realm.PASSWORD).status()).isEqualTo(200);
	}

}
