package io.videoplatform.test;

import java.lang.reflect.Method;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Passes the mock platform of the application context to methods of a Spring test that
 * have a parameter of its type. Spring itself does so for parameters with
 * {@code @Autowired} and for constructors.
 */
final class MockPlatformParameterResolver implements ParameterResolver {

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == MockPlatform.class
				&& parameter.getDeclaringExecutable() instanceof Method method
				&& !method.isAnnotationPresent(Autowired.class) && !parameter.isAnnotated(Autowired.class);
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return SpringExtension.getApplicationContext(context).getBean(MockPlatform.class);
	}

}
