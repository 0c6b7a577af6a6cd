package io.videoplatform.internal.login.scenarios;

import java.util.List;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins that begin at one node and come back to another.
 */
class ClusterTests extends ClusterScenario {

	@Test
	void loginsWhenRequestsGoToTwoNodesInTurnThenAllSucceed() {
		for (int i = 0; i < 20; i++) {
			Browser browser = balanced();
			browser.open("/me");
			assertLoggedIn(browser, "ann");
			assertLoggedIn(browser, "ann");
		}
	}

	private static void assertLoggedIn(Browser browser, String user) {
		LoginScenario.assertLoggedIn(browser, user);
	}

	@Test
	void nodesHaveTheirOwn() {
		assertThat(List.of(node(0), node(1))).doesNotHaveDuplicates();
	}

}
