package io.videoplatform;

import java.util.Objects;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;
import org.springframework.util.ClassUtils;

/**
 * Lets all applications that one JVM starts for tests share what they have read of class
 * files. To find the files of Spring Boot's configurations on a class path of some 200
 * jars would take a tenth of the time of these tests.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SharedClassMetadata implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	/**
	 * The name by which Spring Boot looks for the factory before it creates one for the
	 * context.
	 */
	private static final String BEAN_NAME = AutoConfiguration.class.getPackageName()
			+ ".internalCachingMetadataReaderFactory";

	private static final ResourceLoader CLASS_PATH = new DefaultResourceLoader(ClassUtils.getDefaultClassLoader());

	private static final CachingMetadataReaderFactory READERS = new CachingMetadataReaderFactory(CLASS_PATH);

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		if (Objects.equals(context.getClassLoader(), CLASS_PATH.getClassLoader())
				&& context.getBeanFactory() instanceof BeanDefinitionRegistry registry) {
			RootBeanDefinition definition = new RootBeanDefinition(CachingMetadataReaderFactory.class, () -> READERS);
			definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
			registry.registerBeanDefinition(BEAN_NAME, definition);
		}
	}

}
