package io.videoplatform.test;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Lets the {@code RestClient}s of a {@code @RestClientTest} reach the mock platform:
 * switches Spring's mock server off, which would receive their requests. A test that asks
 * for that server by the annotation which is made for it has it all the same.
 */
final class MockServerContextCustomizerFactory implements ContextCustomizerFactory {

	private static final String PACKAGE = "org.springframework.boot.restclient.test.autoconfigure.";

	private static final String SLICE = PACKAGE + "RestClientTest";

	private static final String SERVER = PACKAGE + "AutoConfigureMockRestServiceServer";

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		MergedAnnotations annotations = MergedAnnotations.search(SearchStrategy.TYPE_HIERARCHY)
			.withEnclosingClasses(TestContextAnnotationUtils::searchEnclosingClass)
			.from(testClass);
		return (annotations.isPresent(AutoConfigureMockPlatform.class)
				&& annotations.stream(SERVER).allMatch(MockServerContextCustomizerFactory::isOfSlice)
				&& annotations.isPresent(SERVER)) ? new WithoutMockServer() : null;
	}

	private static boolean isOfSlice(MergedAnnotation<?> server) {
		MergedAnnotation<?> source = server.getMetaSource();
		return source != null && source.getType().getName().equals(SLICE);
	}

	/**
	 * Equal to all others, so that tests share an application context.
	 */
	private record WithoutMockServer() implements ContextCustomizer {

		/**
		 * Late enough to come before the properties that annotations stand for.
		 */
		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
			BeanDefinitionRegistryPostProcessor late = (registry) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("mockPlatform",
						Map.of("spring.test.restclient.mockrestserviceserver.enabled", false)));
			context.addBeanFactoryPostProcessor(late);
		}

	}

}
