package io.videoplatform.internal.login.scenarios;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a login leaves in a session, which nodes of other versions have to read.
 */
class SerializedSessionTests {

	/**
	 * The JDK's and Spring Security's, which state their own compatibility.
	 */
	private static final String FOREIGN = "(\\[+L?)?(java\\.|org\\.springframework\\.security\\.|org\\.springframework\\.session\\.MapSession|[BCJ]$).*";

	@ParameterizedTest
	@EnumSource(Stack.class)
	void loginThenTheSessionHoldsNoTypeThatAnotherVersionMayNotHave(Stack stack) {
		SerializedSessions sessions = new SerializedSessions();
		try (Cluster cluster = new Cluster(stack, Application.SPRING_SESSION, sessions.repository(stack),
				"platform.login.back-channel-logout=true")) {
			Map<String, Object> nested = Map.of("roles", List.of("viewer"), "since", 1, "quota", 1.5);
			cluster.provider().idTokens().claims((claims) -> claims.put("realm_access", nested));
			cluster.provider().logins().userInfo((claims) -> claims.put("resource_access", nested));
			cluster.balance(0);
			Browser browser = cluster.browser();
			LoginScenario.callback(browser);
			assertForeignOnly(sessions);
			browser.open("/videos");
			assertForeignOnly(sessions);
		}
	}

	private static void assertForeignOnly(SerializedSessions sessions) {
		Set<String> types = new TreeSet<>();
		sessions.bytes().forEach((session) -> types.addAll(types(session)));
		assertThat(types).isNotEmpty().allMatch((type) -> type.matches(FOREIGN));
	}

	private static Set<String> types(byte[] serialized) {
		Set<String> types = new TreeSet<>();
		try (InputStream bytes = new ByteArrayInputStream(serialized);
				ObjectInputStream in = new ObjectInputStream(bytes) {

					@Override
					protected Class<?> resolveClass(ObjectStreamClass type) throws IOException, ClassNotFoundException {
						types.add(type.getName());
						return super.resolveClass(type);
					}

				}) {
			in.readObject();
		}
		catch (IOException | ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
		return types;
	}

}
