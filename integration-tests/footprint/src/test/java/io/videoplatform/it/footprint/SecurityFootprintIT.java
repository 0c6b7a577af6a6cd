package io.videoplatform.it.footprint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The starter leaves the security of an application as it was: the same application
 * responds in the same way, and has the same security beans, with and without it.
 */
class SecurityFootprintIT {

	private static final String[] USER = { "spring.security.user.name=user", "spring.security.user.password=secret" };

	private static final String WARNING = "Spring Boot creates no user";

	/**
	 * What Spring Security and Boot add by themselves when they see the classes of an
	 * OAuth2 client and of a {@code WebClient}. None of them handles requests: an
	 * argument resolver for an annotation that needs a registration, a registrar that
	 * waits for a repository, and the handing on of the security context to Reactor.
	 */
	private static final Set<String> BY_THE_CLASSES = Set.of("authorizedClientManagerRegistrar",
			"org.springframework.security.config.annotation.web.configuration.OAuth2ClientConfiguration",
			"org.springframework.security.config.annotation.web.configuration.SecurityReactorContextConfiguration",
			"securityReactorContextSubscriberRegistrar",
			"org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration");

	@TempDir
	private Path folder;

	@Test
	void addStarterWhenUserIsNamedThenSameResponsesAndBeans() throws Exception {
		try (App before = App.startWithoutStarter(this.folder, USER);
				App after = App.startWithStarter(this.folder, USER)) {
			before.awaitReady();
			after.awaitReady();
			assertThat(new Responses(after.port()).all()).isEqualTo(new Responses(before.port()).all());
			assertThat(added(before, after)).isSubsetOf(BY_THE_CLASSES);
			assertThat(added(after, before)).as("lost").isEmpty();
			assertThat(after.beans()).anyMatch((bean) -> bean.startsWith("platformWebClient="));
			assertThat(after.output()).doesNotContain(WARNING);
		}
	}

	@Test
	void addStarterWhenPasswordWasGeneratedThenThatUserIsGoneAndWarnedOf() throws Exception {
		try (App before = App.startWithoutStarter(this.folder); App after = App.startWithStarter(this.folder)) {
			before.awaitReady();
			after.awaitReady();
			assertThat(before.output()).contains("Using generated security password");
			assertThat(before.beans()).anyMatch((bean) -> bean.startsWith("inMemoryUserDetailsManager="));
			assertThat(after.beans()).noneMatch((bean) -> bean.startsWith("inMemoryUserDetailsManager="));
			assertThat(after.output()).containsOnlyOnce(WARNING).contains("'spring.security.user.name'");
			assertThat(new Responses(after.port()).all()).isEqualTo(new Responses(before.port()).all());
		}
	}

	@Test
	void addStarterWhenApplicationHasNoWebThenItStillEndsByItself() throws Exception {
		try (App after = App.startWithStarter(this.folder, "spring.main.web-application-type=none")) {
			after.awaitReady();
			assertThat(after.beans()).anyMatch((bean) -> bean.startsWith("platformWebClient="));
			assertThat(after.awaitEnd()).isZero();
		}
	}

	/**
	 * Return the names of the security beans that the second application has and the
	 * first has not, those of nested classes under the name of the outer one.
	 */
	private static Set<String> added(App first, App second) throws IOException {
		List<String> added = new ArrayList<>(second.beans());
		added.removeAll(first.beans());
		return added.stream()
			.filter(SecurityFootprintIT::isSecurity)
			.map((bean) -> bean.replaceFirst("[$=].*", ""))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private static boolean isSecurity(String bean) {
		return bean.contains("org.springframework.security.") || bean.contains("org.springframework.boot.security.");
	}

}
