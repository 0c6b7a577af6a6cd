package io.videoplatform.autoconfigure;

import java.util.Objects;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.engine.UnknownClientException;
import io.videoplatform.internal.http.CauseChain;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Analyzes mistakes in an application's code that stop its start: a client that there is
 * not, a bean that there is not, and a configurer of HTTP interfaces that creates what
 * exists already.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PlatformCodeFailureAnalyzer extends AbstractFailureAnalyzer<RuntimeException> {

	/**
	 * By name, because either may be absent.
	 */
	private static final Set<String> HTTP_CLIENTS = Set.of("org.springframework.web.client.RestClient",
			"org.springframework.web.reactive.function.client.WebClient");

	private static final Set<String> HTTP_CLIENT_BEANS = Set.of("platformWebClient", "platformRestClient");

	private static final Set<Class<?>> PLATFORM_TYPES = Set.of(PlatformClients.class, PlatformClient.class,
			PlatformDoctor.class);

	private static final String INITIALIZED = "Client builder already initialized";

	private final BeanFactory beans;

	private final Environment environment;

	PlatformCodeFailureAnalyzer(BeanFactory beans, Environment environment) {
		this.beans = beans;
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RuntimeException cause) {
		UnknownClientException unknown = findCause(rootFailure, UnknownClientException.class);
		if (unknown != null) {
			return analysis(unknown.description() + ".", PlatformError.UNKNOWN_CLIENT, unknown);
		}
		NoSuchBeanDefinitionException missing = findCause(rootFailure, NoSuchBeanDefinitionException.class);
		if (missing != null) {
			return analyze(missing, name(missing, rootFailure));
		}
		IllegalStateException state = findCause(rootFailure, IllegalStateException.class);
		return (state != null && INITIALIZED.equals(state.getMessage())) ? new FailureAnalysis(
				"A configurer of HTTP interfaces creates the builder of a group of the platform, which has one already.",
				"Leave the platform's groups out by 'groups.filter(…)', or change their builders by 'groups.forEachGroup(…)'.",
				state) : null;
	}

	private @Nullable FailureAnalysis analyze(NoSuchBeanDefinitionException missing, String name) {
		ResolvableType resolvable = missing.getResolvableType();
		Class<?> type = (resolvable != null) ? resolvable.toClass() : null;
		if (missing.getNumberOfBeansFound() != 0 || !isOfPlatform(type, name)) {
			return null;
		}
		String description = "There is no bean%s%s".formatted(name.isEmpty() ? "" : " '%s'".formatted(name),
				(type != null) ? " of type '%s'".formatted(type.getSimpleName()) : "");
		if (this.beans.containsBean("platformEngine")) {
			return analysis(description + ".", PlatformError.UNKNOWN_BEAN, missing);
		}
		return analysis("%s: %s.".formatted(description,
				isEnabled() ? "the starter's auto-configuration does not apply" : "'platform.enabled' is false"),
				PlatformError.NOT_CONFIGURED, missing);
	}

	/**
	 * An HTTP client without a name is the platform's only where the platform's is known
	 * to be switched off: others may be missing as well.
	 */
	private boolean isOfPlatform(@Nullable Class<?> type, String name) {
		if (type == null) {
			return HTTP_CLIENT_BEANS.contains(name);
		}
		return PLATFORM_TYPES.contains(type) || (HTTP_CLIENTS.contains(type.getName())
				&& (name.isEmpty() ? !isEnabled() : name.startsWith("platform")));
	}

	private boolean isEnabled() {
		return this.environment.getProperty("platform.enabled", Boolean.class, true);
	}

	/**
	 * Return the name that the bean was asked for by: at the innermost injection point,
	 * for the bean that needs it may itself be injected.
	 */
	private static String name(NoSuchBeanDefinitionException missing, Throwable rootFailure) {
		InjectionPoint point = CauseChain.of(rootFailure)
			.filter(UnsatisfiedDependencyException.class::isInstance)
			.reduce((outer, inner) -> inner)
			.map((dependency) -> ((UnsatisfiedDependencyException) dependency).getInjectionPoint())
			.orElse(null);
		Qualifier qualifier = (point != null) ? point.getAnnotation(Qualifier.class) : null;
		return (qualifier != null) ? qualifier.value() : Objects.requireNonNullElse(missing.getBeanName(), "");
	}

	private static FailureAnalysis analysis(String description, PlatformError error, Throwable cause) {
		return new FailureAnalysis(description, error.getCure(), cause);
	}

}
