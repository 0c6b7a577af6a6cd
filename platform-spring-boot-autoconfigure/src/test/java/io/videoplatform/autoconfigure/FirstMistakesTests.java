package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.PlatformDoctor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a newcomer does wrong in the first ten minutes, beside malformed values, which
 * {@link BadInputTests} has: the report of the failed start names it and the remedy.
 */
@ExtendWith(OutputCaptureExtension.class)
class FirstMistakesTests {

	private static final String SECRET = "hunter2";

	@TempDir
	Path folder;

	private static FailedStart start(Class<?> source, CapturedOutput output, String... properties) {
		List<String> all = new ArrayList<>(List.of("platform.discovery.warm-up=false", "spring.main.banner-mode=off"));
		all.addAll(List.of(properties));
		if (all.stream().noneMatch((property) -> property.startsWith("platform.root-url="))) {
			all.add("platform.root-url=https://api.example.com");
		}
		return FailedStart.of(source, all, output);
	}

	private static void assertCure(FailedStart failed, PlatformError error) {
		assertThat(failed.action()).isEqualTo(error.getCure());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			root-url              | root-url=${API_URL}                                   | '${API_URL}'
			username              | username=${USER_NAME}; password=hunter2               | '${USER_NAME}'
			password              | username=me; password=${hunter2}                      |
			client-id             | client-id=${CLIENT}; client-secret=hunter2            | '${CLIENT}'
			client-secret         | client-id=app; client-secret=${hunter2}               |
			scope                 | username=me; password=hunter2; scope=openid,${SCOPE}  | '${SCOPE}'
			token-request.parameters.audience | client-id=app; token-request.parameters.audience=${hunter2} |
			clients.jobs.password | clients.jobs.username=me; clients.jobs.password=${hunter2} |
			""")
	void startWhenPlaceholderIsUnresolvedThenNamed(String property, String settings, String shown,
			CapturedOutput output) {
		String[] properties = List.of(settings.split("; "))
			.stream()
			.map((setting) -> "platform." + setting)
			.toArray(String[]::new);
		FailedStart failed = start(Plain.class, output, properties);
		assertThat(failed.description()).isEqualTo("Property 'platform.%s' %srefers to a variable that is not set."
			.formatted(property, (shown != null) ? "with value '%s' ".formatted(shown) : ""));
		assertCure(failed, PlatformError.PLACEHOLDER);
		assertThat(failed.output()).doesNotContain(SECRET);
	}

	@Test
	void startWhenKeyOfTheStoreIsAPlaceholderThenNamed(CapturedOutput output) {
		FailedStart failed = start(Plain.class, output, "platform.store.type=redis",
				"platform.store.encryption.keys=${STORE_KEY}");
		assertThat(failed.description())
			.startsWith("Property 'platform.store.encryption.keys[0]' refers to a variable");
		assertCure(failed, PlatformError.PLACEHOLDER);
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.token-request.parameters", "platform.clients.jobs.token-request.parameters" })
	void startWhenParametersAreOneValueThenItIsNotPrinted(String property, CapturedOutput output) {
		FailedStart failed = start(Plain.class, output, property + "=" + SECRET);
		assertThat(failed.description()).isEqualTo("Property '%s' cannot be read.".formatted(property));
		assertThat(failed.action()).contains("'%s.audience'".formatted(property));
		assertThat(failed.output()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "clients", "clients.jobs", "clients.\u00e4.password" })
	void startWhenAClientHasAValueThenNamesHowClientsAreNamed(String property, CapturedOutput output) {
		FailedStart failed = start(Plain.class, output, "platform.%s=%s".formatted(property, SECRET));
		assertThat(failed.description()).startsWith("Property 'platform.clients");
		assertCure(failed, PlatformError.CLIENT_NAME);
		assertThat(failed.output()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "trusted-origins", "scope", "discovery.trusted-issuers" })
	void startWhenAListHasAGapThenNamed(String list, CapturedOutput output) {
		FailedStart failed = start(Plain.class, output, "platform.%s[1]=https://a.example".formatted(list));
		assertThat(failed.description())
			.isEqualTo("Property 'platform.%s[1]' does not follow the elements before it.".formatted(list));
		assertThat(failed.action()).contains("from 0");
	}

	@Test
	void startWhenStoreHasNoKeyThenNamed(CapturedOutput output) {
		FailedStart failed = start(Plain.class, output, "platform.store.type=redis");
		assertThat(failed.description()).startsWith("Property 'platform.store.encryption.keys' is not set");
		assertThat(failed.action()).contains("openssl rand -base64 32");
	}

	@ParameterizedTest
	@CsvSource({ "truststore.certificate", "keystore.certificate" })
	void startWhenPemIsNoneThenBundleIsNamed(String property, CapturedOutput output) throws IOException {
		Path pem = Files.writeString(this.folder.resolve("ca.pem"), SECRET);
		FailedStart failed = start(Plain.class, output, "platform.ssl.bundle=acme",
				"spring.ssl.bundle.pem.acme." + property + "=file:" + pem);
		assertThat(failed.description())
			.startsWith("Property 'platform.ssl.bundle' with value 'acme' names an SSL bundle that cannot be read (")
			.contains("certificate");
		assertThat(failed.action()).contains("'spring.ssl.bundle.pem.acme'");
		assertThat(failed.output()).doesNotContain(SECRET);
	}

	@Test
	void startWhenPemIsMissingThenBundleIsNamed(CapturedOutput output) {
		FailedStart failed = start(Plain.class, output, "platform.client-id=app",
				"platform.grant-type=client_credentials", "platform.client-authentication-method=private_key_jwt",
				"platform.client-key.bundle=acme",
				"spring.ssl.bundle.pem.acme.keystore.certificate=" + this.folder.resolve("none.pem"),
				"spring.ssl.bundle.pem.acme.keystore.private-key=" + SECRET);
		assertThat(failed.description())
			.isEqualTo("Property 'platform.client-key.bundle' with value 'acme' names an SSL"
					+ " bundle that cannot be read (a file of it is missing or of another type).");
		assertThat(failed.output()).doesNotContain(SECRET);
	}

	@Test
	void startWhenClientIsUnknownThenThoseThereAre(CapturedOutput output) {
		FailedStart failed = start(UnknownClient.class, output);
		assertThat(failed.description()).isEqualTo("No client named 'reprots': there is 'platform'.");
		assertCure(failed, PlatformError.UNKNOWN_CLIENT);
	}

	@Test
	void startWhenQualifierIsMisspelledThenThoseThereAre(CapturedOutput output) {
		FailedStart failed = start(MisspelledQualifier.class, output);
		assertThat(failed.description()).isEqualTo("There is no bean 'platformWebClent' of type 'WebClient'.");
		assertCure(failed, PlatformError.UNKNOWN_BEAN);
	}

	@Test
	void startWhenPlatformClientIsInjectedThenPlatformClientsIsNamed(CapturedOutput output) {
		FailedStart failed = start(InjectedPlatformClient.class, output);
		assertThat(failed.description()).contains("'PlatformClient'");
		assertThat(failed.action()).contains("PlatformClients");
	}

	@Test
	void analyzeWhenFailureIsOfAnotherKindThenLeftToBoot() {
		PlatformCodeFailureAnalyzer analyzer = analyzer();
		assertThat(analyzer.analyze(new NoSuchBeanDefinitionException(WebClient.class))).isNull();
		assertThat(analyzer.analyze(new NoSuchBeanDefinitionException("other"))).isNull();
		assertThat(analyzer.analyze(new NoUniqueBeanDefinitionException(PlatformClients.class, 2, "two"))).isNull();
		assertThat(analyzer.analyze(new IllegalStateException("another one"))).isNull();
		assertThat(analyzer.analyze(new IllegalArgumentException())).isNull();
	}

	private static PlatformCodeFailureAnalyzer analyzer(String... properties) {
		MockEnvironment environment = new MockEnvironment();
		List.of(properties).forEach((property) -> environment.setProperty(property, "false"));
		return new PlatformCodeFailureAnalyzer(new DefaultListableBeanFactory(), environment);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			UnknownClient           | There is no bean of type 'PlatformClients'
			InjectedPlatformClient  | There is no bean of type 'PlatformClient'
			InjectedDoctor          | There is no bean of type 'PlatformDoctor'
			MisspelledQualifier     | There is no bean 'platformWebClent' of type 'WebClient'
			QualifiedParameter      | There is no bean 'platformWebClient' of type 'WebClient'
			QualifiedConstructor    | There is no bean 'platformWebClient' of type 'WebClient'
			ConstructorOfNeeded     | There is no bean 'platformWebClient' of type 'WebClient'
			QualifiedRestClient     | There is no bean 'platformRestClient' of type 'RestClient'
			QualifiedField          | There is no bean 'platformRestClient' of type 'RestClient'
			QualifiedSetter         | There is no bean 'platformWebClient' of type 'WebClient'
			PlainWebClient          | There is no bean of type 'WebClient'
			PlainRestClient         | There is no bean of type 'RestClient'
			ByName                  | There is no bean 'platformWebClient'
			""")
	void startWhenSwitchedOffThenNamed(String source, String description, CapturedOutput output)
			throws ClassNotFoundException {
		FailedStart failed = start(Class.forName(getClass().getName() + "$" + source), output,
				"platform.enabled=false");
		assertThat(failed.description()).isEqualTo(description + ": 'platform.enabled' is false.");
		assertCure(failed, PlatformError.NOT_CONFIGURED);
		assertThat(failed.action()).contains("'platform.enabled=false'", "spring-boot-starter-webclient");
	}

	@ParameterizedTest
	@ValueSource(classes = { UnknownClient.class, ConstructorOfNeeded.class })
	void startWhenAutoConfigurationIsExcludedThenNamed(Class<?> source, CapturedOutput output) {
		FailedStart failed = start(source, output,
				"spring.autoconfigure.exclude=" + PlatformAutoConfiguration.class.getName());
		assertThat(failed.description()).endsWith(": the starter's auto-configuration does not apply.");
		assertCure(failed, PlatformError.NOT_CONFIGURED);
	}

	@Test
	void startWhenQualifierIsOfTheOtherTypeThenThoseThereAre(CapturedOutput output) {
		FailedStart failed = start(OtherType.class, output);
		assertThat(failed.description()).isEqualTo("There is no bean 'platformRestClient' of type 'WebClient'.");
		assertCure(failed, PlatformError.UNKNOWN_BEAN);
	}

	@Test
	void startWhenQualifierIsMisspelledInANeededBeanThenThoseThereAre(CapturedOutput output) {
		FailedStart failed = start(NeededMisspelled.class, output);
		assertThat(failed.description()).isEqualTo("There is no bean 'platformWebClent' of type 'WebClient'.");
		assertCure(failed, PlatformError.UNKNOWN_BEAN);
	}

	@Test
	void startWhenSwitchedOffAndAnotherClientIsMissingThenLeftToBoot(CapturedOutput output) {
		FailedStart failed = start(OthersQualifier.class, output, "platform.enabled=false");
		assertThat(failed.description()).doesNotContain("platform.enabled");
		assertThat(analyzer("platform.enabled").analyze(new NoSuchBeanDefinitionException(String.class))).isNull();
		assertThat(analyzer("platform.enabled").analyze(new NoSuchBeanDefinitionException("other"))).isNull();
	}

	@Test
	void startWhenTwoOfOneKindThenNamesOurs(CapturedOutput output) {
		FailedStart failed = start(TwoWebClients.class, output);
		assertThat(failed.description()).contains("platformWebClient");
		assertThat(failed.action()).contains("@Qualifier");
	}

	@Test
	void startWhenConfigurerMakesTheBuilderOfAGroupThenNamed(CapturedOutput output) {
		FailedStart failed = start(InitializingConfigurer.class, output);
		assertThat(failed.description()).contains("HTTP interfaces");
		assertCure(failed, PlatformError.HTTP_SERVICE_GROUP);
	}

	@Test
	void startWhenGroupHasNoClientThenNamed(CapturedOutput output) {
		FailedStart failed = start(UnknownGroup.class, output);
		assertThat(failed.description()).startsWith("Property 'platform.clients.reports' is not set");
		assertThat(failed.action()).contains("'platform.clients.reports'");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Plain {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class UnknownClient {

		@Bean
		String name(PlatformClients clients) {
			return clients.get("reprots").toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class MisspelledQualifier {

		@Bean
		String name(@Qualifier("platformWebClent") WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class InjectedPlatformClient {

		@Bean
		String name(PlatformClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class TwoWebClients {

		@Bean
		WebClient one() {
			return WebClient.create();
		}

		@Bean
		WebClient two() {
			return WebClient.create();
		}

		@Bean
		String name(WebClient client) {
			return client.toString();
		}

	}

	interface Videos {

		@GetExchange("videos")
		String videos();

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportHttpServices(group = "platform", types = Videos.class)
	static class InitializingConfigurer {

		@Bean
		RestClientHttpServiceGroupConfigurer configurer() {
			return (groups) -> groups.forEachClient((group) -> RestClient.builder());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@ImportHttpServices(group = "platform-reports", types = Videos.class)
	static class UnknownGroup {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class InjectedDoctor {

		@Bean
		String name(PlatformDoctor doctor) {
			return doctor.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class QualifiedParameter {

		@Bean
		String name(@Qualifier("platformWebClient") WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(VideoService.class)
	static class QualifiedConstructor {

	}

	static class VideoService {

		VideoService(@Qualifier("platformWebClient") WebClient client) {
			assertThat(client).isNotNull();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import({ Controller.class, VideoService.class })
	static class ConstructorOfNeeded {

	}

	static class Controller {

		Controller(VideoService videos) {
			assertThat(videos).isNotNull();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class NeededMisspelled {

		@Bean
		Integer length(String name) {
			return name.length();
		}

		@Bean
		String name(@Qualifier("platformWebClent") WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class QualifiedRestClient {

		@Bean
		String name(@Qualifier("platformRestClient") RestClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class QualifiedField {

		@Autowired
		@Qualifier("platformRestClient")
		RestClient client;

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class QualifiedSetter {

		@Autowired
		void setClient(@Qualifier("platformWebClient") WebClient client) {
			assertThat(client).isNotNull();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class PlainWebClient {

		@Bean
		String name(WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class PlainRestClient {

		@Bean
		String name(RestClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ByName {

		@Bean
		String name(BeanFactory beans) {
			return beans.getBean("platformWebClient").toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class OtherType {

		@Bean
		String name(@Qualifier("platformRestClient") WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class OthersQualifier {

		@Bean
		String name(@Qualifier("weatherClient") WebClient client) {
			return client.toString();
		}

	}

}
