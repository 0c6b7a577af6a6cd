package io.videoplatform.it.login;

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.videoplatform.it.api.ApiHost;
import io.videoplatform.it.api.TokenCheck;
import io.videoplatform.it.keycloak.Certificates;
import io.videoplatform.it.keycloak.Realm;
import io.videoplatform.it.keycloak.RealmExtension;
import io.videoplatform.it.login.application.Chain;
import io.videoplatform.it.login.application.LoginApplication;
import io.videoplatform.it.login.application.Stack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of clients that authenticate by a key or a certificate: at a login with its
 * refresh and revocation, with an account and as a service, by properties alone.
 */
@Tag("full")
class ClientAuthenticationIT {

	private static final Pattern FORM = Pattern.compile("action=\"([^\"]+)\"");

	@RegisterExtension
	static final RealmExtension keycloak = new RealmExtension();

	private final Realm realm = keycloak.realm();

	private final URI issuer = keycloak.keycloak().secureIssuer(this.realm.name());

	private final Certificates certificates = keycloak.keycloak().certificates();

	private final ApiHost api = ApiHost.naming(this.realm, this.issuer);

	@BeforeEach
	void check() {
		this.api.tokenCheck(TokenCheck.bySignature(this.realm, this.issuer));
	}

	@AfterEach
	void close() {
		this.api.close();
		this.realm.clearEvents();
	}

	@Test
	void whenClientSignsAssertionsThenEachGrantWorks(@TempDir Path folder) throws Exception {
		ECKey key = new ECKeyGenerator(Curve.P_256).keyID("client").keyUse(KeyUse.SIGNATURE).generate();
		Path file = Files.writeString(folder.resolve("client.jwk"), key.toJSONString());
		register("signing", "client-jwt",
				Map.of("use.jwks.string", "true", "jwks.string", new JWKSet(key.toPublicJWK()).toString()));
		assertThatEachGrantWorks("signing",
				List.of("client-authentication-method=private_key_jwt", "client-key.location=" + file));
	}

	@Test
	void whenClientHasACertificateThenEachGrantWorks() throws Exception {
		register("certified", "client-x509", Map.of("x509.subjectdn", Certificates.SUBJECT));
		assertThatEachGrantWorks("certified",
				List.of("client-authentication-method=tls_client_auth", "client-key.bundle=client"));
	}

	private void register(String clientId, String authenticator, Map<String, String> attributes) {
		this.realm.clients()
			.register(Map.of("clientId", clientId, "publicClient", false, "clientAuthenticatorType", authenticator,
					"standardFlowEnabled", true, "directAccessGrantsEnabled", true, "serviceAccountsEnabled", true,
					"redirectUris", List.of("http://127.0.0.1:*"), "attributes", attributes));
	}

	private void assertThatEachGrantWorks(String clientId, List<String> method) throws Exception {
		Stream<String> service = Stream.of("platform.clients.jobs.grant-type=client_credentials");
		try (LoginApplication application = start(clientId, method, service)) {
			HttpClient browser = browser();
			assertThat(logIn(browser, application)).contains("\"name\":\"" + Realm.USERNAME + "\"");
			assertThat(get(browser, application.page("/videos"))).contains(Realm.USERNAME);
			assertThat(get(browser, application.page("/jobs"))).contains("service-account-" + clientId);
			assertThat(this.realm.events()).contains("CODE_TO_TOKEN", "CLIENT_LOGIN")
				.noneMatch((event) -> event.endsWith("_ERROR"));
		}
		Stream<String> account = Stream
			.concat(Stream.of("username=" + Realm.USERNAME, "password=" + Realm.PASSWORD, "client-id=" + clientId),
					method.stream())
			.map((property) -> "platform.clients.jobs." + property);
		try (LoginApplication application = start(clientId, method, account)) {
			HttpClient browser = browser();
			logIn(browser, application);
			assertThat(get(browser, application.page("/jobs"))).contains(Realm.USERNAME);
		}
	}

	private LoginApplication start(String clientId, List<String> method, Stream<String> jobs) {
		String store = "spring.ssl.bundle.jks.";
		Stream<String> general = Stream.of("platform.root-url=" + this.api.rootUrl(), "platform.client-id=" + clientId,
				"platform.grant-type=authorization_code", "platform.ssl.bundle=provider",
				store + "provider.truststore.location=" + this.certificates.server(),
				store + "provider.truststore.password=" + Certificates.PASSWORD,
				store + "client.keystore.location=" + this.certificates.client(),
				store + "client.keystore.password=" + Certificates.PASSWORD);
		Stream<String> authentication = method.stream().map((property) -> "platform." + property);
		return LoginApplication.start(Stack.WEBMVC, Chain.DEFAULT, Clock.systemUTC(),
				Stream.of(general, authentication, jobs).flatMap((part) -> part).toList());
	}

	/**
	 * A browser that trusts Keycloak's certificate.
	 */
	private HttpClient browser() throws IOException, GeneralSecurityException {
		KeyStore trusted = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(this.certificates.server())) {
			trusted.load(in, Certificates.PASSWORD.toCharArray());
		}
		TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		managers.init(trusted);
		SSLContext tls = SSLContext.getInstance("TLS");
		tls.init(null, managers.getTrustManagers(), null);
		return HttpClient.newBuilder()
			.sslContext(tls)
			.cookieHandler(new CookieManager())
			.followRedirects(Redirect.ALWAYS)
			.build();
	}

	private static String logIn(HttpClient browser, LoginApplication application) throws Exception {
		String page = get(browser, application.page("/oauth2/authorization/platform"));
		Matcher form = FORM.matcher(page);
		assertThat(form.find()).as(page).isTrue();
		HttpRequest submit = HttpRequest.newBuilder(URI.create(form.group(1).replace("&amp;", "&")))
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(BodyPublishers
				.ofString("username=%s&password=%s".formatted(encoded(Realm.USERNAME), encoded(Realm.PASSWORD))))
			.build();
		assertThat(browser.send(submit, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
		return get(browser, application.page("/me"));
	}

	private static String encoded(String value) {
		return URLEncoder.encode(value, StandardCharsets.UTF_8);
	}

	private static String get(HttpClient browser, URI page) throws IOException, InterruptedException {
		return browser.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString()).body();
	}

}
