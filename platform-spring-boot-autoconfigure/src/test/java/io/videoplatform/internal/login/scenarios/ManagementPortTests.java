package io.videoplatform.internal.login.scenarios;

import io.videoplatform.testing.Browser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatReactiveManagementContextAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Logins at a management port of its own.
 */
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

	private static LoginApplication application(Stack stack) {
		return new LoginApplication(stack, Application.BOOT_CHAIN, "management.server.port=0",
				"management.endpoints.web.exposure.include=platform",
				"spring.autoconfigure.exclude=" + TomcatReactiveManagementContextAutoConfiguration.class.getName());
	}

}
