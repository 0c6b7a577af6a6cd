package io.videoplatform.internal.login.scenarios;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;

/**
 * Logins that begin at one node and come back to another.
 */
class ClusterTests extends ClusterScenario {

	@Override
	Cluster start() {
		return new Cluster(this.stack, Application.SPRING_SESSION, new SerializedSessions().repository(this.stack));
	}

	@Test
	void loginsWhenRequestsGoToTwoNodesInTurnThenAllSucceed() {
		at(0, 1);
		for (int i = 0; i < 20; i++) {
			Browser browser = browser();
			browser.open("/me");
			LoginScenario.assertLoggedIn(browser, "ann");
			LoginScenario.assertLoggedIn(browser, "ann");
		}
	}

}
