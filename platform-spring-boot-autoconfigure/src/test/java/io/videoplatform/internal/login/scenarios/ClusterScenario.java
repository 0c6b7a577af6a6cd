package io.videoplatform.internal.login.scenarios;

import io.videoplatform.internal.store.FaultyRecordStore;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scenarios with several nodes that share sessions, on both stacks. The nodes are started
 * once.
 */
@ParameterizedClass
@EnumSource(Stack.class)
abstract class ClusterScenario {

	private static @Nullable Cluster shared;

	@Parameter
	Stack stack;

	@AfterParameterizedClassInvocation
	static void stop() {
		if (shared != null) {
			shared.close();
			shared = null;
		}
	}

	@BeforeEach
	void reset() {
		if (shared == null) {
			shared = start();
		}
		provider().reset();
		provider().logins().user("ann");
		store().down(false);
		store().readOnly(false);
	}

	abstract Cluster start();

	static Cluster cluster() {
		assertThat(shared).isNotNull();
		return shared;
	}

	TestPlatform provider() {
		return cluster().provider();
	}

	FaultyRecordStore store() {
		return cluster().store();
	}

	/**
	 * Send requests to some of the nodes in turn from now on.
	 */
	void at(int... nodes) {
		cluster().balance(nodes);
	}

	Browser browser() {
		return cluster().browser();
	}

	/**
	 * Return a browser whose user has logged in at a node.
	 */
	Browser loggedIn(int node, String user) {
		at(node);
		provider().logins().user(user);
		Browser browser = browser();
		browser.open("/me");
		return browser;
	}

	void assertLoggedIn(Browser browser, int node, String user) {
		at(node);
		LoginScenario.assertLoggedIn(browser, user);
	}

	void assertLoggedOut(Browser browser, int node) {
		at(node);
		LoginScenario.assertLoggedOut(browser);
	}

}
