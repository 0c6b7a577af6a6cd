package io.videoplatform.autoconfigure;

import java.time.Duration;
import java.util.stream.Stream;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is found by its name only is in the hints.
 */
class PlatformRuntimeHintsTests {

	private final RuntimeHints hints = new RuntimeHints();

	PlatformRuntimeHintsTests() {
		new PlatformRuntimeHints().registerHints(this.hints, null);
	}

	@ParameterizedTest
	@MethodSource("caches")
	void registerWhenKindOfCacheIsUsedThenHint(Cache<Object, Object> cache) {
		cache.put("key", "value");
		Class<?> type = cache.asMap().getClass();
		assertThat(RuntimeHintsPredicates.reflection().onType(type)).as(type.getSimpleName()).accepts(this.hints);
	}

	/**
	 * The kinds that discovery, tokens, logins and stores use.
	 */
	static Stream<Cache<Object, Object>> caches() {
		Duration time = Duration.ofMinutes(1);
		return Stream.of(Caffeine.newBuilder().maximumSize(1).build(),
				Caffeine.newBuilder().maximumSize(1).expireAfterWrite(time).build(),
				Caffeine.newBuilder().maximumSize(1).expireAfterAccess(time).removalListener((key, value, cause) -> {
				}).build(), Caffeine.newBuilder().expireAfter(Expiry.accessing((key, value) -> time)).build(),
				Caffeine.newBuilder().weakKeys().build(), Caffeine.newBuilder().weakValues().build());
	}

	@Test
	void registerWhenPresenceOfClassIsAskedForThenHint() {
		TypeReference type = TypeReference.of(LoginDependencyCheck.LIBRARY);
		assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(this.hints);
	}

	@Test
	void bindWhenClientsAreBoundByHandThenHintsOfProperties() {
		BindableRuntimeHintsRegistrar.forTypes(PlatformProperties.class).registerHints(this.hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onConstructorInvocation(PlatformProperties.Client.class.getDeclaredConstructors()[0])).accepts(this.hints);
	}

}
