package io.videoplatform.autoconfigure.httpservice;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.security.oauth2.client.web.ClientAttributes;
import org.springframework.security.oauth2.client.web.client.ClientRegistrationIdProcessor;
import org.springframework.web.service.invoker.HttpRequestValues;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup;

/**
 * Reads {@code @ClientRegistrationId} where it names a client of the platform. Takes away
 * the attribute by which Spring Security's own interceptor and filter would look for a
 * registration, which a client without logins does not have.
 */
final class ClientIdProcessor implements HttpRequestValues.Processor {

	private static final String ATTRIBUTE = ClientIdProcessor.class.getName();

	/**
	 * Read the annotations of a group's methods, if there are any: looking for them costs
	 * each call something.
	 */
	static void addTo(HttpServiceProxyFactory.Builder factory, HttpServiceGroup group) {
		if (group.httpServiceTypes()
			.stream()
			.flatMap((type) -> Arrays.stream(type.getMethods()))
			.anyMatch(ClientIdProcessor::isAnnotated)) {
			factory.httpRequestValuesProcessor(new ClientIdProcessor());
		}
	}

	private static boolean isAnnotated(Method method) {
		HttpRequestValues.Builder values = HttpRequestValues.builder();
		ClientRegistrationIdProcessor.DEFAULT_INSTANCE.process(method, new MethodParameter[0], new Object[0], values);
		return ClientAttributes.resolveClientRegistrationId(values.build().getAttributes()) != null;
	}

	@Override
	public void process(Method method, MethodParameter[] parameters, @Nullable Object[] arguments,
			HttpRequestValues.Builder builder) {
		ClientRegistrationIdProcessor.DEFAULT_INSTANCE.process(method, parameters, arguments, builder);
		builder.configureAttributes(ClientIdProcessor::move);
	}

	private static void move(Map<String, Object> attributes) {
		String id = ClientAttributes.resolveClientRegistrationId(attributes);
		if (id != null && HttpServiceGroups.isPlatform(id)) {
			Map<String, Object> others = new HashMap<>();
			ClientAttributes.clientRegistrationId(id).accept(others);
			attributes.keySet().removeAll(others.keySet());
			attributes.put(ATTRIBUTE, id);
		}
	}

	/**
	 * Return the identifier that a request was annotated with, ours or another's.
	 */
	static @Nullable String registrationId(Map<String, Object> attributes) {
		Object id = attributes.get(ATTRIBUTE);
		return (id != null) ? (String) id : ClientAttributes.resolveClientRegistrationId(attributes);
	}

}
