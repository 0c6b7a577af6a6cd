package io.videoplatform.internal.login.scenarios;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins at a management port of its own.
 */
@Tag("full")
class ManagementPortTests {

	@ParameterizedTest
	@EnumSource
	void whenLoginIsAtManagementPortThenUserSeesThePageAndLogsOut(Stack stack) {
		try (LoginApplication application = application(stack)) {
			Browser browser = application.managementBrowser();
			assertThat(browser.open("/actuator/platform").statusCode()).isEqualTo(200);
			assertThat(application.logins()).isOne();
			browser.submit("/logout", "/logout");
			assertThat(application.logins()).isZero();
			assertThat(browser.get("/actuator/platform").statusCode()).isEqualTo(302);
		}
	}

	@ParameterizedTest
	@EnumSource
	void whenApplicationEndsThenLoginsAtManagementPortAreNotRevoked(Stack stack) {
		try (LoginApplication application = application(stack)) {
			application.managementBrowser().open("/actuator/platform");
			application.stop();
			assertThat(application.provider().issued().validRefreshTokens()).hasSize(1);
			assertThat(application.warnings()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "framework" })
	@ExtendWith(OutputCaptureExtension.class)
	void whenApplicationFailsAtManagementPortThenNoCodeIsLogged(String forwardHeaders, CapturedOutput output) {
		try (LoginApplication application = application(Stack.REACTIVE, Application.REFUSING_SESSIONS,
				forwardHeaders)) {
			Browser browser = application.managementBrowser();
			String callback = LoginScenario.callback(browser);
			application.bean(RefusedLoginTests.FailingContexts.class).failure
				.set(new IllegalStateException("The repository fails"));
			assertThat(browser.get(callback, "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(500);
		}
		assertThat(output).doesNotContain("code=", "state=")
			.contains("The repository fails", "HTTP GET \"/login/oauth2/code/platform\"");
	}

	private static LoginApplication application(Stack stack) {
		return application(stack, Application.BOOT_CHAIN, "none");
	}

	private static LoginApplication application(Stack stack, Application application, String forwardHeaders) {
		return new LoginApplication(stack, application, "management.server.port=0",
				"server.forward-headers-strategy=" + forwardHeaders,
				"management.endpoints.web.exposure.include=platform",
				"spring.autoconfigure.exclude=" + TomcatReactiveManagementContextAutoConfiguration.class.getName());
	}

}
