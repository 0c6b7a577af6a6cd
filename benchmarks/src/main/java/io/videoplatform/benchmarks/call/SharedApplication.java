package io.videoplatform.benchmarks.call;

import io.videoplatform.benchmarks.stub.StubPlatform;
import io.videoplatform.internal.store.engine.RedisProcess;

import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * A {@link CallApplication} that shares its tokens in a Redis of its own. It ends with
 * another application.
 */
final class SharedApplication {

	private static final String KEY = "YSBrZXkgb2YgYSBiZW5jaG1hcmssIG9mIHRoaXJ0eS10d28gYnl0ZXM=";

	private final RedisProcess redis = new RedisProcess();

	private final ConfigurableApplicationContext context;

	SharedApplication(ConfigurableApplicationContext other, StubPlatform platform) {
		this.redis.start();
		this.context = CallApplication.start(platform, "--platform.store.type=redis",
				"--platform.store.encryption.keys=" + KEY, "--spring.data.redis.host=127.0.0.1",
				"--spring.data.redis.port=" + this.redis.port());
		ApplicationListener<ContextClosedEvent> end = (closed) -> close();
		other.addApplicationListener(end);
	}

	RedisProcess redis() {
		return this.redis;
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	WebClient client() {
		return this.context.getBean("platformWebClient", WebClient.class);
	}

	private void close() {
		this.context.close();
		this.redis.close();
	}

}
