package io.videoplatform.testing;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/**
 * Lets all applications of a JVM share what Spring reads of class files. Tests start
 * hundreds of them, and each would find and read the same files in the same jars.
 */
class SharedMetadata implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	/**
	 * The name of the bean that Spring Boot adds where there is none.
	 */
	private static final String BEAN_NAME = "org.springframework.boot.autoconfigure.internalCachingMetadataReaderFactory";

	private static final ClassLoader CLASS_LOADER = SharedMetadata.class.getClassLoader();

	private static final MetadataReaderFactory SHARED = new CachingMetadataReaderFactory(CLASS_LOADER) {

		@Override
		public void clearCache() {
			// The first application to start would empty it for the next
		}

	};

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		// Other class loaders hide classes
		if (context.getClassLoader() == CLASS_LOADER
				&& context.getBeanFactory() instanceof BeanDefinitionRegistry registry) {
			registry.registerBeanDefinition(BEAN_NAME,
					new RootBeanDefinition(MetadataReaderFactory.class, () -> SHARED));
		}
	}

}
