package io.videoplatform.samples.launcher;

import org.springframework.beans.factory.InitializingBean;

/**
 * Watch that ends this process when the one that started it has ended: a Maven that is
 * killed cannot stop the application that it runs.
 */
class ParentWatch implements InitializingBean {

	@Override
	public void afterPropertiesSet() {
		ProcessHandle.current().parent().ifPresent((parent) -> parent.onExit().thenRun(() -> System.exit(0)));
	}

}
