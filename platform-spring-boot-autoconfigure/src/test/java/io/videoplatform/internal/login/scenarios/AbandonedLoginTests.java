package io.videoplatform.internal.login.scenarios;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

import io.videoplatform.Gates;
import io.videoplatform.internal.store.FaultyRecordStore.Fault;
import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

/**
 * Browsers that go away while their login is stored.
 */
@Tag("full")
class AbandonedLoginTests {

	@Test
	void callbackWhenBrowserGoesWhileTheLoginIsStoredThenItEnds() throws IOException {
		try (Cluster cluster = new Cluster(Stack.REACTIVE, Application.OWN_CHAIN, Map.of())) {
			LoginApplication node = cluster.node(0);
			cluster.provider().logins().user("ann");
			Browser browser = new Browser(node.root());
			URI callback = URI.create(LoginScenario.callback(browser));
			Sinks.Empty<Void> token = Sinks.empty();
			Sinks.Empty<Void> store = Sinks.empty();
			cluster.provider().server().hold("/token", token.asMono());
			try (Socket socket = new Socket("127.0.0.1", callback.getPort())) {
				request(socket, callback, browser);
				cluster.provider().server().awaitRequests("/token", 1);
				cluster.store().holdResponses(store.asMono());
				cluster.store().faults((write) -> Fault.RESPONSE_HELD);
				token.tryEmitEmpty();
				Gates.until(() -> node.logins() == 1);
			}
			Gates.until(() -> node.logins() == 0);
			store.tryEmitEmpty();
			cluster.provider().server().awaitRequests("/revoke", 1);
		}
	}

	private static void request(Socket socket, URI callback, Browser browser) throws IOException {
		String cookies = browser.cookies()
			.getCookieStore()
			.getCookies()
			.stream()
			.map(HttpCookie::toString)
			.collect(Collectors.joining("; "));
		String request = """
				GET %s?%s HTTP/1.1
				Host: %s
				Cookie: %s

				""".formatted(callback.getRawPath(), callback.getRawQuery(), callback.getAuthority(), cookies);
		socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
	}

}
