package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.videoplatform.PlatformEvent;
import io.videoplatform.testing.Browser;
import io.videoplatform.testing.TestPlatform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of logins when their application ends.
 */
@Tag("full")
class ApplicationEndTests {

	@ParameterizedTest
	@EnumSource(mode = Mode.EXCLUDE, names = "NONE")
	void closeWhenUsersAreLoggedInThenNobodyIsLoggedOutAtTheProvider(WebApplicationType type) {
		try (TestPlatform provider = new TestPlatform()) {
			List<PlatformEvent> events;
			try (RunningApplication application = new RunningApplication(type, Clock.systemUTC(), Application.class,
					provider.properties())) {
				events = application.context().getBean(RecordedEvents.class).events;
				Browser browser = new Browser(application.request("").build().uri().toString());
				assertThat(browser.open("/me").body()).isEqualTo("ann");
			}
			assertThat(events).extracting(PlatformEvent::level).doesNotContain(PlatformEvent.Level.WARN);
			assertThat(provider.issued().validRefreshTokens()).hasSize(1);
		}
	}

	/**
	 * An application with Boot's chain.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@RestController
	static class Application {

		@Bean
		RecordedEvents recordedEvents() {
			return new RecordedEvents();
		}

		@GetMapping("/me")
		String me(Authentication authentication) {
			return authentication.getName();
		}

	}

	/**
	 * Remembers what happens.
	 */
	static final class RecordedEvents implements PlatformEvent.Listener {

		private final List<PlatformEvent> events = new CopyOnWriteArrayList<>();

		@Override
		public void onEvent(PlatformEvent event) {
			this.events.add(event);
		}

	}

}
