package io.videoplatform.test;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Lets a slice of an application start without what is there in production only: a root
 * URL and a store that other nodes share. By itself it sends nothing.
 */
final class SliceContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		OverrideAutoConfiguration override = TestContextAnnotationUtils.findMergedAnnotation(testClass,
				OverrideAutoConfiguration.class);
		return (override != null && !override.enabled()) ? new SliceProperties() : null;
	}

	/**
	 * Equal to all others, so that tests share an application context.
	 */
	private record SliceProperties() implements ContextCustomizer {

		/**
		 * A name that never has an address (RFC 6761, section 6.4).
		 */
		private static final String NOWHERE = "https://platform.invalid";

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
			MutablePropertySources sources = context.getEnvironment().getPropertySources();
			sources.addFirst(new MapPropertySource("platformSlice",
					Map.of("platform.discovery.warm-up", false, "platform.store.type", "memory")));
			sources.addLast(new MapPropertySource("platformSliceDefaults", Map.of("platform.root-url", NOWHERE)));
		}

	}

}
