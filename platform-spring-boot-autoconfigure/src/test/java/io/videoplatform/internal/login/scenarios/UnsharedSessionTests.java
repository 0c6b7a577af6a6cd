package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logouts that the provider requests at nodes that share a store, but not the sessions.
 */
@Tag("full")
class UnsharedSessionTests {

	@ParameterizedTest
	@EnumSource(Stack.class)
	void whenSessionIsInTheMemoryOfAnotherNodeThenOnlyThatOneEndsIt(Stack stack) {
		Map<String, String> sids = new ConcurrentHashMap<>();
		try (Cluster cluster = new Cluster(stack, Application.OWN_CHAIN, Map.of(),
				"platform.login.back-channel-logout=true")) {
			cluster.provider().idTokens().claims((claims) -> sids.put("ann", claims.get("sid").toString()));
			cluster.balance(0);
			Browser browser = cluster.browser();
			browser.open("/me");
			String token = cluster.provider().idTokens().logoutToken(sids.get("ann"), (claims) -> {
			});
			HttpResponse<String> elsewhere = send(cluster, 1, token);
			assertThat(elsewhere.statusCode()).isEqualTo(503);
			assertThat(elsewhere.headers().firstValue("Retry-After")).isPresent();
			assertThat(cluster.node(1).warnings()).singleElement()
				.asString()
				.contains("in the memory of another node", "Spring Session");
			assertThat(send(cluster, 0, token).statusCode()).isEqualTo(200);
			LoginScenario.assertLoggedOut(browser);
			assertThat(send(cluster, 1, cluster.provider().idTokens().logoutToken(sids.get("ann"), (claims) -> {
			})).statusCode()).isEqualTo(200);
		}
	}

	private static HttpResponse<String> send(Cluster cluster, int node, String token) {
		cluster.balance(node);
		return cluster.browser().post("/logout/connect/back-channel/platform", Map.of("logout_token", token));
	}

}
