package io.videoplatform.autoconfigure.browser;

import java.util.stream.Stream;

import io.videoplatform.PlatformConfigurationException;
import io.videoplatform.autoconfigure.PlatformAutoConfiguration;
import io.videoplatform.browser.BrowserFlow;
import io.videoplatform.internal.browser.BrowserEndpoint;
import io.videoplatform.internal.browser.BrowserSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The settings of the document for browser applications: what each does, what is refused
 * and that without them nothing is there. All values that must not be shown hold the word
 * "hunter2".
 */
@ExtendWith(OutputCaptureExtension.class)
class BrowserSettingsTests {

	private static final String[] ENABLED = { "platform.browser.enabled=true", "platform.browser.client-id=browser" };

	private static final String MAPPING = "platformBrowserHandlerMapping";

	private static final String IMPLICIT = "RFC 9700 (section 2.1.2)";

	private final WebApplicationContextRunner servlet = configured(new WebApplicationContextRunner());

	private static <R extends AbstractApplicationContextRunner<R, ?, ?>> R configured(R runner) {
		return runner
			.withConfiguration(
					AutoConfigurations.of(ReactiveHttpClientAutoConfiguration.class, PlatformAutoConfiguration.class,
							PlatformBrowserAutoConfiguration.class, ReactivePlatformBrowserAutoConfiguration.class))
			.withPropertyValues("platform.root-url=https://api.example.com");
	}

	static Stream<AbstractApplicationContextRunner<?, ?, ?>> runners() {
		return Stream.of(configured(new WebApplicationContextRunner()),
				configured(new ReactiveWebApplicationContextRunner()));
	}

	@ParameterizedTest
	@MethodSource("runners")
	void startWhenEnabledThenServedUnlessThePlatformIsSwitchedOff(AbstractApplicationContextRunner<?, ?, ?> runner,
			CapturedOutput output) {
		runner.withPropertyValues(ENABLED)
			.run((context) -> assertThat(context).hasSingleBean(BrowserEndpoint.class).hasBean(MAPPING));
		assertThat(output).doesNotContain(IMPLICIT);
		runner.withPropertyValues(ENABLED)
			.withPropertyValues("platform.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(BrowserEndpoint.class)
				.doesNotHaveBean(MAPPING));
	}

	@ParameterizedTest
	@MethodSource("runners")
	void startWhenNotEnabledThenNoBeans(AbstractApplicationContextRunner<?, ?, ?> runner) {
		runner.withPropertyValues("platform.browser.flow=implicit", "platform.browser.path=nonsense")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(BrowserSettings.class)
				.doesNotHaveBean(BrowserEndpoint.class)
				.doesNotHaveBean(MAPPING));
	}

	@Test
	void startWhenOnlyTheClientIsSetThenDefaults() {
		this.servlet.withPropertyValues(ENABLED).withPropertyValues("platform.browser.scope=").run((context) -> {
			BrowserSettings settings = context.getBean(BrowserSettings.class);
			assertThat(settings.path()).isEqualTo("/platform/client.json");
			assertThat(settings.clientId()).isEqualTo("browser");
			assertThat(settings.flow()).isEqualTo(BrowserFlow.STANDARD);
			assertThat(settings.scope()).containsExactly("openid");
			assertThat(settings.allowedOrigins()).isEmpty();
			assertThat(settings.apiBaseUrl()).hasToString("https://api.example.com/v1/");
		});
	}

	@Test
	void startWhenOriginsAreUnusualThenAsBrowsersStateThem() {
		this.servlet.withPropertyValues(ENABLED)
			.withPropertyValues(
					"platform.browser.allowed-origins=HTTPS://App.Example.com:443/,https://app.example.com,http://localhost:80,http://[::1]:5173")
			.run((context) -> assertThat(context.getBean(BrowserSettings.class).allowedOrigins())
				.containsExactly("https://app.example.com", "http://localhost", "http://[::1]:5173"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					client-id       |                                   |                                   | is not set
					path            | platform.json                     | platform.json                     | is no path
					path            | /                                 | /                                 | is no path
					path            | //evil.example/client.json        | //evil.example/client.json        | is no path
					path            | /platform/../client.json          | /platform/../client.json          | is no path
					path            | /platform/*                       | /platform/*                       | is no path
					path            | /client.json?a=b                  | /client.json?a=b                  | is no path
					path            | /cl%69ent.json                    | /cl%69ent.json                    | is no path
					allowed-origins | https://*.example.com             | https://*.example.com             | is not an absolute URL with a host
					allowed-origins | null                              | null                              | has no scheme
					allowed-origins | https://app.example.com/page      | https://app.example.com/page      | has a path
					allowed-origins | https://me:hunter2@app.example.com | https://***@app.example.com      | has userinfo
					allowed-origins | https://app.example.com?hunter2   | https://app.example.com?***       | has a query
					allowed-origins | ftp://app.example.com             | ftp://app.example.com             | is no http or https origin
					allowed-origins | https://ok.example.com,nonsense   | nonsense                          | has no scheme
					""")
	void startWhenSettingIsMalformedThenNamed(String property, String value, String shown, String reason) {
		this.servlet.withPropertyValues(ENABLED)
			.withPropertyValues("platform.browser." + property + "=" + ((value != null) ? value : ""))
			.run((context) -> {
				PlatformConfigurationException refusal = refusal(context.getStartupFailure());
				assertThat(refusal.getProperty()).isEqualTo("platform.browser." + property);
				assertThat(refusal.getValue()).isEqualTo(shown);
				assertThat(refusal.getDescription()).contains(reason);
				assertThat(refusal.getAction()).matches("(?:Write|Set|List) .*").doesNotContain("hunter2");
				assertThat(refusal.getMessage()).doesNotContain("hunter2");
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform", "platform.clients.jobs" })
	void startWhenClientHasASecretThenRefused(String client) {
		this.servlet.withPropertyValues(ENABLED)
			.withPropertyValues(client + ".client-id=browser", client + ".client-secret=hunter2",
					client + ".grant-type=client_credentials")
			.run((context) -> {
				PlatformConfigurationException refusal = refusal(context.getStartupFailure());
				assertThat(refusal.getProperty()).isEqualTo("platform.browser.client-id");
				assertThat(refusal.getDescription()).contains("'" + client + ".client-id'");
				assertThat(refusal.getMessage()).doesNotContain("hunter2");
			});
	}

	private static PlatformConfigurationException refusal(Throwable failure) {
		Throwable cause = failure;
		while (cause != null && !(cause instanceof PlatformConfigurationException)) {
			cause = cause.getCause();
		}
		assertThat(cause).isInstanceOf(PlatformConfigurationException.class);
		return (PlatformConfigurationException) cause;
	}

	@ParameterizedTest
	@MethodSource("runners")
	void startWhenFlowIsImplicitThenAdvisedAgainstInOneLine(AbstractApplicationContextRunner<?, ?, ?> runner,
			CapturedOutput output) {
		runner.withPropertyValues(ENABLED)
			.withPropertyValues("platform.browser.flow=implicit")
			.run((context) -> assertThat(output.toString().lines().filter((line) -> line.contains(IMPLICIT))).hasSize(1)
				.allMatch((line) -> line.contains("WARN") && line.contains("'standard'")
						&& line.contains("'platform.browser.flow'") && line.endsWith("[configuration]")));
	}

}
