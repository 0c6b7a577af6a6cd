package io.videoplatform.autoconfigure;

import java.nio.file.Path;
import java.util.Base64;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.videoplatform.Gates;
import io.videoplatform.autoconfigure.actuate.PlatformHealthAutoConfiguration;
import io.videoplatform.autoconfigure.actuate.StoreHealth;
import io.videoplatform.autoconfigure.store.PlatformStoreAutoConfiguration;
import io.videoplatform.internal.store.engine.RedisProcess;
import io.videoplatform.testing.TestKeyStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store in Redis behind TLS.
 */
class StoreTlsTests {

	@RegisterExtension
	static final RedisProcess REDIS = new RedisProcess();

	private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

	@TempDir
	private static Path folder;

	private static Path certificate;

	private static DisposableServer tls;

	@BeforeAll
	static void start() throws Exception {
		certificate = TestKeyStores.create(folder, "redis", "EC");
		SslContext keys = SslContextBuilder.forServer(TestKeyStores.keyManagers(certificate)).build();
		tls = TcpServer.create()
			.host("127.0.0.1")
			.secure((spec) -> spec.sslContext(keys))
			.handle((in, out) -> Mono.usingWhen(redis(),
					(redis) -> Mono.firstWithSignal(out.send(redis.inbound().receive().retain()).then(),
							redis.outbound().send(in.receive().retain()).then()),
					(redis) -> Mono.fromRunnable(redis::dispose)))
			.bindNow();
	}

	private static Mono<? extends Connection> redis() {
		return TcpClient.create().host("127.0.0.1").port(REDIS.port()).connect();
	}

	@AfterAll
	static void stop() {
		tls.disposeNow();
	}

	@Test
	void storeWhenCertificateIsNotTrustedThenDownAndNamed() {
		node("spring.data.redis.host=127.0.0.1").withPropertyValues("spring.data.redis.ssl.enabled=true")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				// An attempt that takes too long does not get as far as the certificate
				Gates.until(() -> "The store cannot be used: certificate_untrusted"
					.equals(StoreHealth.of(context).getDetails().get("problem")));
				assertThat(is(context, Status.DOWN)).isTrue();
			});
	}

	private static ApplicationContextRunner node(String server) {
		return new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(SslAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class,
							DataRedisAutoConfiguration.class, PlatformAutoConfiguration.class,
							PlatformStoreAutoConfiguration.class, PlatformHealthAutoConfiguration.class))
			.withPropertyValues("platform.root-url=https://api.example.com", "platform.store.type=redis",
					"platform.store.encryption.keys=" + KEY, "spring.data.redis.port=" + tls.port(),
					server.endsWith(":") ? server + tls.port() : server);
	}

	private static boolean is(ApplicationContext context, Status status) {
		return StoreHealth.of(context).getStatus().equals(status);
	}

}
