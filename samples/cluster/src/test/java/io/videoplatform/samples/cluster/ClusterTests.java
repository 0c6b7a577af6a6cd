package io.videoplatform.samples.cluster;

import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the processes, the proxy and the page.
 */
class ClusterTests extends AbstractClusterTests {

	private static final Map<String, String> NO_FIELDS = Map.of();

	private final JsonMapper jsonMapper = new JsonMapper();

	@Test
	void pageWhenOpenedThenNeedsNothingFromElsewhere() {
		HttpResponse<String> page = browser().get("/");
		assertThat(page.statusCode()).isEqualTo(200);
		assertThat(page.headers().firstValue("Content-Security-Policy"))
			.hasValueSatisfying((policy) -> assertThat(policy).contains("default-src 'none'", "script-src 'self'"));
		assertThat(page.body()).contains("<h1>Cluster</h1>").doesNotContain("http://", "https://", "style=\"");
		assertThat(Stream.of("/style.css", "/icon.svg", "/cluster/page.css", "/cluster/main.js"))
			.allSatisfy((file) -> assertThat(browser().get(file).statusCode()).isEqualTo(200));
	}

	@Test
	void stateWhenReadThenShowsNodesAndRedis() {
		JsonNode state = json(browser().get("/cluster/state"));
		assertThat(state.get("redis").asBoolean()).isTrue();
		assertThat(state.at("/nodes").size()).isEqualTo(3);
		assertThat(state.at("/nodes/0/state").asString()).isEqualTo("RUNNING");
		assertThat(state.at("/nodes/0/pid").asLong()).isPositive();
		eventually().until(() -> json(browser().get("/cluster/state")).at("/nodes/0/events").size() > 0);
	}

	@Test
	void requestWhenNobodyIsLoggedInThenLeadsToLoginBehindProxy() {
		HttpResponse<String> form = browser().open("/videos");
		assertThat(form.uri()).hasPath("/login");
		assertThat(form.body()).contains("type=\"password\"");
		assertThat(browser().get("/oauth2/authorization/platform").headers().firstValue("Location")).hasValueSatisfying(
				(url) -> assertThat(url).contains("redirect_uri=" + root() + "/login/oauth2/code/platform"));
	}

	@Test
	void nodeWhenKilledThenOthersRespondAndItStartsAgain() {
		Long pid = node("node-1").pid();
		assertThat(press("/cluster/nodes/node-1/kill")).isEqualTo(204);
		Set<String> served = new HashSet<>();
		eventually().until(() -> {
			served.add(nextNode());
			return served.equals(Set.of("node-1", "node-2", "node-3"));
		});
		assertThat(node("node-1").pid()).isNotEqualTo(pid);
		eventually().until(() -> node("node-1").state() == Node.State.RUNNING);
	}

	private String nextNode() {
		HttpResponse<String> response = browser().get("/status");
		assertThat(response.statusCode()).isEqualTo(200);
		return json(response).get("node").asString();
	}

	private int press(String button) {
		return browser().post(button, NO_FIELDS).statusCode();
	}

	private JsonNode json(HttpResponse<String> response) {
		return this.jsonMapper.readTree(response.body());
	}

	private Browser browser() {
		return new Browser(root());
	}

}
