package io.videoplatform.autoconfigure;

import java.util.stream.Stream;

import io.videoplatform.internal.engine.ClientStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.client.RestClient;

/**
 * What a native image would leave out: classes that are looked up by their names only,
 * and proxies.
 */
final class PlatformRuntimeHints implements RuntimeHintsRegistrar {

	/**
	 * Caffeine generates a class for each kind of cache, and one for the entries of it,
	 * and finds both by name: S or W for strong or weak keys, S or I for values, L with a
	 * listener, S with statistics, MS with a maximum size, A or W with a time to live.
	 */
	private static final String[] CACHES = { "SSMS", "PSMS", "SSMSW", "PSWMS", "SSMSA", "SSLMSA", "PSAMS", "SSA", "PSA",
			"WS", "FS", "SI", "PW", "SSSMS", "SSSMSA", "SSLSMSA" };

	/**
	 * {@code RestClient}s and their builders are proxies, and so is the request that
	 * shows what a body is.
	 */
	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		Stream.of(CACHES)
			.map((name) -> TypeReference.of("com.github.benmanes.caffeine.cache." + name))
			.forEach((type) -> hints.reflection()
				.registerType(type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
						MemberCategory.ACCESS_DECLARED_FIELDS));
		hints.reflection().registerTypeIfPresent(classLoader, LoginDependencyCheck.LIBRARY);
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), ClientStatus.Failure.class,
				ClientStatus.FailureCount.class);
		hints.proxies()
			.registerJdkProxy(RestClient.Builder.class)
			.registerJdkProxy(RestClient.class)
			.registerJdkProxy(ClientHttpRequest.class);
	}

}
