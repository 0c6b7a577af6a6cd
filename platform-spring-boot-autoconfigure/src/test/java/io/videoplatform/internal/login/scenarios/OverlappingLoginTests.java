package io.videoplatform.internal.login.scenarios;

import java.net.http.HttpResponse;
import java.util.Map;

import io.videoplatform.testing.Browser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.session.MapSession;
import org.springframework.session.ReactiveMapSessionRepository;
import org.springframework.web.util.UriComponentsBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins whose session cannot be read or saved.
 */
@Tag("full")
@ExtendWith(OutputCaptureExtension.class)
class OverlappingLoginTests {

	@ParameterizedTest
	@EnumSource
	void whenSessionOfLoginFailsThenRespondedToAndLogHasNoCode(SessionFailure failure, CapturedOutput output) {
		FailingSessions sessions = new FailingSessions();
		try (LoginApplication application = new LoginApplication(Stack.REACTIVE, Application.SPRING_SESSION,
				LoginApplication.testPlatform(), Map.of("sessionRepository", sessions),
				"server.forward-headers-strategy=framework")) {
			application.provider().logins().user("ann");
			Browser browser = application.browser();
			String callback = LoginScenario.callback(browser);
			sessions.failure = failure;
			HttpResponse<String> response = browser.get(callback);
			sessions.failure = null;
			assertThat(response.statusCode()).isEqualTo(500);
			assertThat(response.body()).contains("/oauth2/authorization/platform");
			assertThat(output).contains("The repository fails")
				.doesNotContain(UriComponentsBuilder.fromUriString(callback).build().getQueryParams().getFirst("code"),
						"state=");
			browser.open("/me");
			LoginScenario.assertLoggedIn(browser, "ann");
		}
	}

	private enum SessionFailure {

		READ, SAVE

	}

	private static final class FailingSessions extends ReactiveMapSessionRepository {

		private volatile @Nullable SessionFailure failure;

		FailingSessions() {
			super(new SerializedSessions());
		}

		@Override
		public Mono<MapSession> findById(String id) {
			return (this.failure == SessionFailure.READ) ? Mono.error(failure()) : super.findById(id);
		}

		@Override
		public Mono<Void> save(MapSession session) {
			return (this.failure == SessionFailure.SAVE && session.getAttribute("SPRING_SECURITY_CONTEXT") != null)
					? Mono.error(failure()) : super.save(session);
		}

		private static IllegalStateException failure() {
			return new IllegalStateException("The repository fails");
		}

	}

}
