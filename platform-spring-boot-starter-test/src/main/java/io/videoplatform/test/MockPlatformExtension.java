package io.videoplatform.test;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Passes a mock platform to tests without Spring that have a parameter of its type. Each
 * test method has a platform of its own, so that test methods may run in parallel; a
 * platform that is passed to a constructor or to a {@code @BeforeAll} method is the same
 * for all methods of the class, and is reset before each of them.
 *
 * <pre class="code">
 * &#64;ExtendWith(MockPlatformExtension.class)
 * class VideosTests {
 *
 *     &#64;Test
 *     void startWhenPlatformIsDownThenStarted(MockPlatform platform) {
 *         platform.goDown();
 *         // start something with platform.properties()
 *     }
 *
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public final class MockPlatformExtension implements BeforeEachCallback, ParameterResolver {

	private static final Namespace NAMESPACE = Namespace.create(MockPlatformExtension.class);

	/**
	 * Create a new instance.
	 */
	public MockPlatformExtension() {
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		MockPlatform ofClass = context.getStore(NAMESPACE).get(MockPlatform.class, MockPlatform.class);
		if (ofClass != null) {
			ofClass.reset();
		}
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == MockPlatform.class;
	}

	/**
	 * The store closes the platform.
	 */
	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return context.getStore(NAMESPACE)
			.computeIfAbsent(MockPlatform.class, (type) -> new MockPlatform(), MockPlatform.class);
	}

}
