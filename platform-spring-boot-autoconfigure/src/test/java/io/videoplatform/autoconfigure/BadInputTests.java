package io.videoplatform.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.videoplatform.internal.engine.PlatformSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every mistake in the settings stops the start, and the report (which
 * {@link FirstMistakesTests} see printed) names the property, its value unless that is a
 * secret, and what to write instead. All values that must not be shown hold the word
 * "hunter2".
 */
class BadInputTests {

	private static final String SECRET = "hunter2";

	private static final String ROOT = "platform.root-url=https://api.example.com";

	private static final String IMPERATIVE = "(?:Write|Set|Use|Add|Remove|List) .*";

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					https://API.example.com:443/x          | https://API.example.com:443/x     | has a path           | 'https://api.example.com'
					https://api.example.com?key=hunter2    | https://api.example.com?***       | has a query          | 'https://api.example.com'
					https://api.example.com#hunter2        | https://api.example.com#***       | has a fragment       | 'https://api.example.com'
					https://me:hunter2@api.example.com     | https://***@api.example.com       | has userinfo         | 'https://api.example.com'
					https://me:hunter2@x@api.example.com   | https://***@api.example.com       | is not               | 'https://api.example.com'
					me:hunter2@api.example.com             | ***@api.example.com               | has no scheme        | 'https://api.example.com'
					api.example.com                        | api.example.com                   | has no scheme        | 'https://api.example.com'
					//api.example.com                      | //api.example.com                 | has no scheme        | 'https://api.example.com'
					https://                               | https://                          | is not    | 'https://api.example.com'
					https://api example.com                | https://api example.com           | must be percent-encoded    | 'https://api.example.com'
					https://api_example.com                | https://api_example.com           | has a host name with an underscore    | 'https://api.example.com'
					https://[::1                           | https://[::1                      | is not    | 'https://api.example.com'
					https://api.example.com:port           | https://api.example.com:port      | is not    | 'https://api.example.com'
					https://api.example.com:99999          | https://api.example.com:99999     | has an impossible port | 'https://api.example.com'
					ftp://api.example.com                  | ftp://api.example.com             | has a scheme other than https | 'https://api.example.com'
					http://api.example.com                 | http://api.example.com            | 'platform.plain-http-origins' | 'platform.plain-http-origins'
					http://localhost.example.com           | http://localhost.example.com      | 'platform.plain-http-origins' | 'platform.plain-http-origins'
					""")
	void readWhenRootUrlIsMalformedThenNamed(String value, String shown, String reason, String instead) {
		RefusedSettings refused = RefusedSettings.of("platform.root-url=" + value);
		assertThat(refused.description()).startsWith("Property 'platform.root-url' with value '" + shown + "' ")
			.contains(reason);
		assertThat(refused.action()).matches(IMPERATIVE).contains(instead);
		assertThat(refused.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			https://api.example.com/        | https://api.example.com/v1/
			HTTPS://API.Example.COM:443     | https://api.example.com/v1/
			https://api.example.com:8443    | https://api.example.com:8443/v1/
			http://localhost:8080/          | http://localhost:8080/v1/
			http://127.0.0.1:8080           | http://127.0.0.1:8080/v1/
			http://[::1]:8080               | http://[::1]:8080/v1/
			http://mesh:8080                | http://mesh:8080/v1/
			""")
	void readWhenRootUrlIsUnusualThenNormalised(String value, String baseUrl) {
		PlatformSettings settings = RefusedSettings.read("platform.root-url=" + value,
				"platform.plain-http-origins=http://mesh:8080");
		assertThat(settings.defaultClient().root().baseUrl()).hasToString(baseUrl);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					username=me                                        | password      | 'platform.password'
					password=hunter2                                   | username      | 'platform.username'
					username=me; password=                             | password      | 'platform.password'
					client-secret=hunter2                              | client-id     | 'platform.client-id'
					client-id=app                                      | client-id     | 'platform.client-secret'
					client-id=app; client-secret=hunter2               | grant-type    | 'client_credentials'
					client-id=app; client-secret=hunter2               | grant-type    | 'authorization_code'
					grant-type=password                                | username      | 'platform.password'
					grant-type=password; client-id=a; client-secret=hunter2 | username | 'platform.password'
					grant-type=client_credentials                      | client-id     | 'platform.client-secret'
					grant-type=client_credentials; client-id=app       | client-secret | 'platform.client-secret'
					grant-type=client_credentials; username=me; password=hunter2 | username | 'platform.password'
					grant-type=client_credentials; client-id=a; client-secret=hunter2; username=me; password=hunter2 | username | 'password'
					grant-type=authorization_code                      | client-id     | 'platform.client-secret'
					grant-type=authorization-code; client-secret=hunter2 | client-id   | 'platform.client-id'
					grant-type=AUTHORIZATION_CODE; client-id=a; username=me; password=hunter2 | username | 'password'
					grant-type=authorization_code; client-id=a; scope=profile,email | scope | 'openid'
					grant-type=authorization_code; client-id=a; scope=openid profile | scope | 'openid,profile'
					username=me; password=hunter2; scope=\u00f6ffentlich | scope      | 'openid,profile'
					""")
	void readWhenCredentialsContradictEachOtherThenNamed(String settings, String property, String instead) {
		List<String> properties = new ArrayList<>(List.of(ROOT));
		List.of(settings.split("; ")).forEach((setting) -> properties.add("platform." + setting));
		RefusedSettings refused = RefusedSettings.of(properties.toArray(String[]::new));
		assertThat(refused.description()).startsWith("Property 'platform." + property + "' ");
		assertThat(refused.action()).matches(IMPERATIVE).contains(instead);
		assertThat(refused.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "[client_id]", "state", "nonce", "[redirect_uri]", "[response_type]", "[response_mode]",
			"scope", "[code_challenge]", "code_challenge", "[code_challenge_method]", "request", "[request_uri]" })
	void readWhenAuthorizationParameterIsTheLoginsOwnThenNamed(String name) {
		RefusedSettings refused = RefusedSettings.of(ROOT, "platform.login.authorization-parameters." + name + "=mine");
		assertThat(refused.description()).startsWith("Property 'platform.login.authorization-parameters.")
			.contains("has the name of a parameter that the client sets itself");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			discovery.min-lifetime | -1s          | PT-1S        | is negative             | '1m'
			discovery.min-lifetime | 366d         | PT8784H      | is longer than 365 days | '1m'
			discovery.stale-if-error   | PT-24H       | PT-24H       | is negative             | '24h'
			discovery.stale-if-error   | 10000d       | PT240000H    | is longer than 365 days | '24h'
			login.max-logins       | 0            | 0            | is not positive         | Write a positive number
			login.idle-timeout         | 0s           | PT0S         | is not positive         | '8h'
			login.idle-timeout         | -1h          | PT-1H        | is not positive         | '8h'
			login.idle-timeout         | 366d         | PT8784H      | longer than 365 days    | '8h'
			roots.max-size             | 0            | 0            | is not positive         | Write a positive number
			roots.idle-timeout         | 0s           | PT0S         | is not positive         | '8h'
			login.post-logout-redirect-uri | /bye     | /bye         | is no absolute          | '{baseUrl}'
			login.post-logout-redirect-uri | {baseUrl}/{action} | {baseUrl}/{action} | is no absolute | '{baseUrl}'
			redirect-uri               | /back        | /back        | is no absolute          | action, baseHost
			redirect-uri               | {baseUrl}/{name} | {baseUrl}/{name} | is no absolute  | '{baseUrl}'
			redirect-uri               | {baseUrl}/a#b | {baseUrl}/a#b   | is no absolute       | '{baseUrl}'
			redirect-uri               | app:/back    | app:/back    | is no absolute          | '{baseUrl}'
			""")
	void readWhenValueCannotBeReadThenNamed(String property, String value, String shown, String reason,
			String instead) {
		RefusedSettings refused = RefusedSettings.of(ROOT, "platform." + property + "=" + value);
		assertThat(refused.description()).startsWith("Property 'platform." + property + "' with value '" + shown + "' ")
			.contains((reason != null) ? reason : "");
		assertThat(refused.action()).matches(IMPERATIVE).contains(instead);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					trusted-origins    | cdn.example.com                   | cdn.example.com            | https://host
					trusted-origins    | https://*.example.com             | https://*.example.com      | https://host
					trusted-origins    | https://cdn.example.com/up        | https://cdn.example.com/up | https://host
					trusted-origins    | https://cdn.example.com?x=hunter2 | https://cdn.example.com?*** | https://host
					trusted-origins    | https://me:hunter2@cdn.example.com | https://***@cdn.example.com | https://host
					trusted-origins    | http://cdn.example.com            | http://cdn.example.com     | 'platform.plain-http-origins'
					trusted-origins    | ftp://cdn.example.com             | ftp://cdn.example.com      | https://host
					trusted-origins    | https://ok.example.com,nonsense   | nonsense                   | https://host
					plain-http-origins | https://mesh                      | https://mesh               | http://host:port
					plain-http-origins | mesh:8080                         | mesh:8080                  | http://host:port
					plain-http-origins | http://mesh/v1                    | http://mesh/v1             | http://host:port
					plain-http-origins | http://me:hunter2@mesh            | http://***@mesh            | http://host:port
					issuer             | login.example.com                 | login.example.com          | 'https://login.example.com/realms/platform'
					issuer             | http://login.example.com/realms/x | http://login.example.com/realms/x | 'platform.plain-http-origins'
					issuer             | https://login.example.com?x=hunter2 | https://login.example.com?*** | 'https://login.example.com/realms/platform'
					issuer             | https://me:hunter2@login.example.com | https://***@login.example.com | 'https://login.example.com/realms/platform'
					discovery.trusted-issuers | https://login.*.example.com | https://login.*.example.com | 'https://*.example.com'
					discovery.trusted-issuers | https://me:hunter2@x.example | https://***@x.example    | 'https://*.example.com'
					""")
	void readWhenOriginOrIssuerIsMalformedThenNamed(String property, String value, String shown, String instead) {
		RefusedSettings refused = RefusedSettings.of(ROOT, "platform." + property + "=" + value);
		assertThat(refused.description()).startsWith(
				"Property 'platform." + property + "' " + ((shown != null) ? "with value '" + shown + "' " : ""));
		assertThat(refused.action()).matches(IMPERATIVE).contains(instead);
		assertThat(refused.toString()).doesNotContain(SECRET);
	}

}
