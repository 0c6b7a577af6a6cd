package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import org.jspecify.annotations.Nullable;
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
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
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
import static org.assertj.core.api.Assertions.catchException;

/**
 * What a newcomer does wrong in the first ten minutes, beside malformed values, which
 * {@link BadInputTests} has: the report of the failed start names it and the remedy.
 */
@ExtendWith(OutputCaptureExtension.class)
class FirstMistakesTests {

	private static final String SECRET = "hunter2";

	@TempDir
	Path folder;

	private static RefusedSettings read(String... properties) {
		return RefusedSettings.of(withRootUrl(properties));
	}

	private static String[] withRootUrl(String... properties) {
		Stream<String> own = Stream.of(properties);
		return (Stream.of(properties).anyMatch((property) -> property.startsWith("platform.root-url=")) ? own
				: Stream.concat(own, Stream.of("platform.root-url=https://api.example.com")))
			.toArray(String[]::new);
	}

	/**
	 * Return what is reported of a context that fails, {@code null} if that is left to
	 * Boot.
	 */
	private static @Nullable RefusedSettings refresh(Class<?> source, String... properties) {
		return refresh(List.of(source, SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
				PlatformAutoConfiguration.class), properties);
	}

	private static @Nullable RefusedSettings refresh(List<Class<?>> sources, String... properties) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of(withRootUrl(properties)).and("platform.discovery.warm-up=false").applyTo(context);
			sources.forEach(context::register);
			Exception failure = catchException(context::refresh);
			assertThat(failure).isNotNull();
			return Stream
				.<FailureAnalyzer>of(new PlatformFailureAnalyzer(context.getEnvironment()),
						new PlatformCodeFailureAnalyzer(context.getBeanFactory(), context.getEnvironment()))
				.map((analyzer) -> analyzer.analyze(failure))
				.filter(Objects::nonNull)
				.map((analysis) -> new RefusedSettings(analysis.getDescription(), analysis.getAction()))
				.findFirst()
				.orElse(null);
		}
	}

	private static RefusedSettings refused(Class<?> source, String... properties) {
		return Objects.requireNonNull(refresh(source, properties));
	}

	private static void assertCure(RefusedSettings refused, PlatformError error) {
		assertThat(refused.action()).isEqualTo(error.getCure());
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
	void startWhenPlaceholderIsUnresolvedThenNamed(String property, String settings, String shown) {
		String[] properties = List.of(settings.split("; "))
			.stream()
			.map((setting) -> "platform." + setting)
			.toArray(String[]::new);
		RefusedSettings failed = read(properties);
		assertThat(failed.description()).isEqualTo("Property 'platform.%s' %srefers to a variable that is not set."
			.formatted(property, (shown != null) ? "with value '%s' ".formatted(shown) : ""));
		assertThat(failed.action()).isEqualTo("Set the variable, or write the value into the property.");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "platform.token-request.parameters", "platform.clients.jobs.token-request.parameters" })
	void startWhenParametersAreOneValueThenItIsNotPrinted(String property) {
		RefusedSettings failed = read(property + "=" + SECRET);
		assertThat(failed.description()).isEqualTo("Property '%s' cannot be read.".formatted(property));
		assertThat(failed.action()).contains("'%s.audience'".formatted(property));
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "clients", "clients.jobs", "clients.\u00e4.password" })
	void startWhenAClientHasAValueThenNamesHowClientsAreNamed(String property) {
		RefusedSettings failed = read("platform.%s=%s".formatted(property, SECRET));
		assertThat(failed.description()).startsWith("Property 'platform.clients");
		assertThat(failed.action()).contains("such as 'platform.clients.jobs'");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@ParameterizedTest
	@ValueSource(strings = { "trusted-origins", "scope", "discovery.trusted-issuers" })
	void startWhenAListHasAGapThenNamed(String list) {
		RefusedSettings failed = read("platform.%s[1]=https://a.example".formatted(list));
		assertThat(failed.description())
			.isEqualTo("Property 'platform.%s[1]' does not follow the elements before it.".formatted(list));
		assertThat(failed.action()).contains("from 0");
	}

	@ParameterizedTest
	@CsvSource({ "truststore.certificate", "keystore.certificate" })
	void startWhenPemIsNoneThenBundleIsNamed(String property) throws IOException {
		Path pem = Files.writeString(this.folder.resolve("ca.pem"), SECRET);
		RefusedSettings failed = refused(Plain.class, "platform.ssl.bundle=acme",
				"spring.ssl.bundle.pem.acme." + property + "=file:" + pem);
		assertThat(failed.description())
			.startsWith("Property 'platform.ssl.bundle' with value 'acme' names an SSL bundle that cannot be read (")
			.contains("certificate");
		assertThat(failed.action()).contains("'spring.ssl.bundle.pem.acme'");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@Test
	void startWhenPemIsMissingThenBundleIsNamed() {
		RefusedSettings failed = refused(Plain.class, "platform.client-id=app",
				"platform.grant-type=client_credentials", "platform.client-authentication-method=private_key_jwt",
				"platform.client-key.bundle=acme",
				"spring.ssl.bundle.pem.acme.keystore.certificate=" + this.folder.resolve("none.pem"),
				"spring.ssl.bundle.pem.acme.keystore.private-key=" + SECRET);
		assertThat(failed.description())
			.isEqualTo("Property 'platform.client-key.bundle' with value 'acme' names an SSL"
					+ " bundle that cannot be read (a file of it is missing or of another type).");
		assertThat(failed.toString()).doesNotContain(SECRET);
	}

	@Test
	void startWhenClientIsUnknownThenThoseThereAre() {
		RefusedSettings failed = refused(UnknownClient.class);
		assertThat(failed.description()).isEqualTo("No client named 'reprots': there is 'platform'.");
		assertCure(failed, PlatformError.UNKNOWN_CLIENT);
	}

	@Test
	void startWhenQualifierIsMisspelledThenThoseThereAre() {
		RefusedSettings failed = refused(MisspelledQualifier.class);
		assertThat(failed.description()).isEqualTo("There is no bean 'platformWebClent' of type 'WebClient'.");
		assertCure(failed, PlatformError.UNKNOWN_BEAN);
	}

	@Test
	void startWhenPlatformClientIsInjectedThenPlatformClientsIsNamed() {
		RefusedSettings failed = refused(InjectedPlatformClient.class);
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
			MisspelledQualifier     | There is no bean 'platformWebClent' of type 'WebClient'
			ConstructorOfNeeded     | There is no bean 'platformWebClient' of type 'WebClient'
			QualifiedField          | There is no bean 'platformRestClient' of type 'RestClient'
			PlainWebClient          | There is no bean of type 'WebClient'
			ByName                  | There is no bean 'platformWebClient'
			""")
	void startWhenSwitchedOffThenNamed(String source, String description) throws ClassNotFoundException {
		RefusedSettings failed = refused(Class.forName(getClass().getName() + "$" + source), "platform.enabled=false");
		assertThat(failed.description()).isEqualTo(description + ": 'platform.enabled' is false.");
		assertCure(failed, PlatformError.NOT_CONFIGURED);
		assertThat(failed.action()).contains("'platform.enabled=false'", "spring-boot-starter-webclient");
	}

	@ParameterizedTest
	@ValueSource(classes = { UnknownClient.class, ConstructorOfNeeded.class })
	void startWhenAutoConfigurationIsExcludedThenNamed(Class<?> source) {
		RefusedSettings failed = Objects.requireNonNull(refresh(List.of(source)));
		assertThat(failed.description()).endsWith(": the starter's auto-configuration does not apply.");
		assertCure(failed, PlatformError.NOT_CONFIGURED);
	}

	@Test
	void startWhenQualifierIsOfTheOtherTypeThenThoseThereAre() {
		RefusedSettings failed = refused(OtherType.class);
		assertThat(failed.description()).isEqualTo("There is no bean 'platformRestClient' of type 'WebClient'.");
		assertCure(failed, PlatformError.UNKNOWN_BEAN);
	}

	@Test
	void startWhenQualifierIsMisspelledInANeededBeanThenThoseThereAre() {
		RefusedSettings failed = refused(NeededMisspelled.class);
		assertThat(failed.description()).isEqualTo("There is no bean 'platformWebClent' of type 'WebClient'.");
		assertCure(failed, PlatformError.UNKNOWN_BEAN);
	}

	@Test
	void startWhenSwitchedOffAndAnotherClientIsMissingThenLeftToBoot() {
		assertThat(refresh(OthersQualifier.class, "platform.enabled=false")).isNull();
		assertThat(analyzer("platform.enabled").analyze(new NoSuchBeanDefinitionException(String.class))).isNull();
		assertThat(analyzer("platform.enabled").analyze(new NoSuchBeanDefinitionException("other"))).isNull();
	}

	@Test
	void startWhenRootUrlIsMissingThenReported(CapturedOutput output) {
		FailedStart failed = FailedStart.of(List.of(), output);
		assertThat(failed.description()).isEqualTo("Property 'platform.root-url' is not set.");
		assertThat(failed.action()).contains("'https://api.example.com'");
	}

	@Test
	void startWhenConfigurerMakesTheBuilderOfAGroupThenNamed(CapturedOutput output) {
		FailedStart failed = FailedStart.of(InitializingConfigurer.class, List.of(withRootUrl()), output);
		assertThat(failed.description()).contains("HTTP interfaces");
		assertThat(failed.action()).contains("'groups.filter(…)'");
	}

	@Configuration(proxyBeanMethods = false)
	static class Plain {

	}

	@Configuration(proxyBeanMethods = false)
	static class UnknownClient {

		@Bean
		String name(PlatformClients clients) {
			return clients.get("reprots").toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MisspelledQualifier {

		@Bean
		String name(@Qualifier("platformWebClent") WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InjectedPlatformClient {

		@Bean
		String name(PlatformClient client) {
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

	static class VideoService {

		VideoService(@Qualifier("platformWebClient") WebClient client) {
			assertThat(client).isNotNull();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import({ Controller.class, VideoService.class })
	static class ConstructorOfNeeded {

	}

	static class Controller {

		Controller(VideoService videos) {
			assertThat(videos).isNotNull();
		}

	}

	@Configuration(proxyBeanMethods = false)
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
	static class QualifiedField {

		@Autowired
		@Qualifier("platformRestClient")
		RestClient client;

	}

	@Configuration(proxyBeanMethods = false)
	static class PlainWebClient {

		@Bean
		String name(WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ByName {

		@Bean
		String name(BeanFactory beans) {
			return beans.getBean("platformWebClient").toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OtherType {

		@Bean
		String name(@Qualifier("platformRestClient") WebClient client) {
			return client.toString();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OthersQualifier {

		@Bean
		String name(@Qualifier("weatherClient") WebClient client) {
			return client.toString();
		}

	}

}
