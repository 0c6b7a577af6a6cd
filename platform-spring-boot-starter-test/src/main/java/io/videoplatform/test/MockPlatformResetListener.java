package io.videoplatform.test;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;
import org.springframework.test.context.support.DependencyInjectionTestExecutionListener;

/**
 * Resets the mock platform of a test's application context before each test method.
 */
final class MockPlatformResetListener extends AbstractTestExecutionListener {

	/**
	 * After the application context is renewed and injected again, and before the
	 * listeners of Spring that run code of the test, such as SQL scripts.
	 */
	private static final int ORDER = DependencyInjectionTestExecutionListener.ORDER + 1;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void beforeTestMethod(TestContext testContext) {
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext().getBeanProvider(MockPlatform.class).ifAvailable(MockPlatform::reset);
		}
	}

}
