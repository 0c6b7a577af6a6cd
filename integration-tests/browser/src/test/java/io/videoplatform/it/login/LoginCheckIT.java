package io.videoplatform.it.login;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.videoplatform.doctor.CheckFinding;
import io.videoplatform.doctor.CheckRule;
import io.videoplatform.doctor.CheckVerdict;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.it.api.ApiHost;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of what a check says of clients at which no user can log in.
 */
@Tag("full")
class LoginCheckIT {

	private static final String REDIRECT_URI = "https://app.example.com/back";

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	private final Realm realm = keycloak.realm();

	private final ApiHost api = ApiHost.naming(this.realm, this.realm.issuer());

	@AfterEach
	void close() {
		this.api.close();
		this.realm.clearEvents();
	}

	@Test
	void checkNamesWhatKeepsUsersFromLoggingIn() {
		register("right", true, REDIRECT_URI);
		register("off", false, REDIRECT_URI);
		register("elsewhere", true, "https://elsewhere.example.com/back");
		try (ConfigurableApplicationContext application = start("right", "off", "elsewhere", "unknown", "scope")) {
			PlatformDoctor doctor = application.getBean(PlatformDoctor.class);
			assertThat(find(doctor, "right", CheckRule.AUTHORIZATION_REQUEST).verdict()).isEqualTo(CheckVerdict.PASSED);
			CheckFinding off = find(doctor, "off", CheckRule.AUTHORIZATION_REQUEST);
			assertThat(off.code()).isEqualTo("unauthorized_client");
			assertThat(off.found()).contains("'off-id'", "Standard flow is disabled");
			assertThat(find(doctor, "off", CheckRule.TOKEN_REQUEST).verdict()).isEqualTo(CheckVerdict.PASSED);
			CheckFinding elsewhere = find(doctor, "elsewhere", CheckRule.AUTHORIZATION_REQUEST);
			assertThat(elsewhere.code()).isEqualTo("redirect_uri");
			assertThat(elsewhere.cure()).contains("platform.clients.elsewhere.redirect-uri");
			assertThat(find(doctor, "elsewhere", CheckRule.TOKEN_REQUEST).verdict()).isEqualTo(CheckVerdict.PASSED);
			assertThat(find(doctor, "unknown", CheckRule.AUTHORIZATION_REQUEST).code()).isEqualTo("redirect_uri");
			assertThat(find(doctor, "unknown", CheckRule.TOKEN_REQUEST).code()).isEqualTo("invalid_client");
			assertThat(find(doctor, "scope", CheckRule.AUTHORIZATION_REQUEST).code()).isEqualTo("invalid_request");
		}
	}

	private void register(String name, boolean standardFlow, String redirectUri) {
		this.realm.clients()
			.register(Map.of("clientId", name + "-id", "secret", "a-secret", "publicClient", false,
					"standardFlowEnabled", standardFlow, "redirectUris", List.of(redirectUri)));
	}

	private ConfigurableApplicationContext start(String... clients) {
		Stream<String> general = Stream.of("platform.root-url=" + this.api.rootUrl(),
				"sample.local-platform.enabled=false", "platform.clients.scope.scope=openid,of-no-client");
		Stream<String> each = Stream.of(clients).flatMap((name) -> {
			String id = name.equals("scope") ? "right" : name;
			return Stream
				.of("client-id=" + id + "-id", "client-secret=a-secret", "grant-type=authorization_code",
						"redirect-uri=" + REDIRECT_URI)
				.map((property) -> "platform.clients." + name + "." + property);
		});
		return new SpringApplicationBuilder(CheckedApplication.class).web(WebApplicationType.NONE)
			.run(Stream.concat(general, each).map((property) -> "--" + property).toArray(String[]::new));
	}

	private static CheckFinding find(PlatformDoctor doctor, String client, CheckRule rule) {
		return doctor.check(client).finding(rule).orElseThrow();
	}

	@EnableAutoConfiguration
	static class CheckedApplication {

	}

}
