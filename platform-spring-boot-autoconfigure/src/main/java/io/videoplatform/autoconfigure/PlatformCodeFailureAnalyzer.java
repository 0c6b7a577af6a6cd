package io.videoplatform.autoconfigure;

import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

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

	private static final String INITIALIZED = "Client builder already initialized";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, RuntimeException cause) {
		UnknownClientException unknown = findCause(rootFailure, UnknownClientException.class);
		if (unknown != null) {
			return analysis(unknown.description() + ".", PlatformError.UNKNOWN_CLIENT, unknown);
		}
		NoSuchBeanDefinitionException missing = findCause(rootFailure, NoSuchBeanDefinitionException.class);
		if (missing != null) {
			return analyze(missing, findCause(rootFailure, UnsatisfiedDependencyException.class));
		}
		IllegalStateException state = findCause(rootFailure, IllegalStateException.class);
		return (state != null && INITIALIZED.equals(state.getMessage())) ? analysis(
				"A configurer of HTTP interfaces creates the builder of a group of the platform, which has one already.",
				PlatformError.HTTP_SERVICE_GROUP, state) : null;
	}

	private static @Nullable FailureAnalysis analyze(NoSuchBeanDefinitionException missing,
			@Nullable UnsatisfiedDependencyException dependency) {
		ResolvableType type = missing.getResolvableType();
		if (type == null || missing.getNumberOfBeansFound() != 0) {
			return null;
		}
		if (type.resolve() == PlatformClients.class) {
			return analysis(
					"There is no bean of type 'PlatformClients': the starter's auto-configuration does not apply.",
					PlatformError.NOT_CONFIGURED, missing);
		}
		String qualifier = qualifier(dependency);
		boolean ours = HTTP_CLIENTS.contains(type.toClass().getName()) && qualifier.startsWith("platform");
		if (ours || type.resolve() == PlatformClient.class) {
			return analysis("There is no bean '%s' of type '%s'.".formatted(qualifier, type.toClass().getSimpleName()),
					PlatformError.UNKNOWN_BEAN, missing);
		}
		return null;
	}

	private static String qualifier(@Nullable UnsatisfiedDependencyException dependency) {
		Qualifier qualifier = (dependency != null && dependency.getInjectionPoint() != null)
				? dependency.getInjectionPoint().getAnnotation(Qualifier.class) : null;
		return (qualifier != null) ? qualifier.value() : "";
	}

	private static FailureAnalysis analysis(String description, PlatformError error, Throwable cause) {
		return new FailureAnalysis(description, error.getCure(), cause);
	}

}
