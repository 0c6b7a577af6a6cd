package io.videoplatform.samples.pagetests;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.samples.launcher.FreePort;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Sample with its local platform, both on free ports.
 *
 * @param context its application context
 */
record RunningSample(ConfigurableApplicationContext context) implements AutoCloseable {

	static RunningSample start(Class<?> application, String... properties) {
		List<String> ports = List.of("server.port=0", "sample.local-platform.port=" + FreePort.find());
		String[] arguments = Stream.concat(ports.stream(), Arrays.stream(properties))
			.map((property) -> "--" + property)
			.toArray(String[]::new);
		return new RunningSample(SpringApplication.run(application, arguments));
	}

	URI page(String path) {
		return URI
			.create("http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port") + "/" + path);
	}

	@Override
	public void close() {
		this.context.close();
	}

}
