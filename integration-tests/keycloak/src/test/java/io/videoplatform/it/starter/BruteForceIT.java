package io.videoplatform.it.starter;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of applications that log in with one account at the same moment, while Keycloak
 * looks for brute force: it refuses all but one of them, the right password
 * notwithstanding.
 */
@Tag("full")
class BruteForceIT {

	private static final int CALLS = 20;

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	@RegisterExtension
	final Deployment platform = new Deployment(keycloak);

	private final Realm realm = keycloak.realm();

	@ParameterizedTest
	@ValueSource(strings = { "first", "second", "third" })
	void callWhenTwoApplicationsStartAtOnceThenBothServeAndAccountIsNotLocked(String account) {
		this.realm.detectBruteForce(3);
		this.realm.accounts().create(account, "right");
		Application one = start(account);
		Application other = start(account);
		Awaitility.await().atMost(Deployment.HANG_GUARD).until(() -> hasDiscovered(one) && hasDiscovered(other));
		CompletableFuture<List<Integer>> responses = one.begin(CALLS);
		CompletableFuture<List<Integer>> otherResponses = other.begin(CALLS);
		assertThat(responses.join()).hasSize(CALLS).containsOnly(200);
		assertThat(otherResponses.join()).hasSize(CALLS).containsOnly(200);
		assertThat(this.realm.accounts().isLocked(account)).isFalse();
		assertThat(this.realm.countEvents("LOGIN")).isEqualTo(2);
		assertThat(this.realm.countEvents("LOGIN_ERROR")).isLessThanOrEqualTo(1);
	}

	private Application start(String account) {
		return this.platform.start(Stream.of("platform.username=" + account, "platform.password=right"));
	}

	private static boolean hasDiscovered(Application application) {
		return application.snapshot().discovery().provider() != null;
	}

}
