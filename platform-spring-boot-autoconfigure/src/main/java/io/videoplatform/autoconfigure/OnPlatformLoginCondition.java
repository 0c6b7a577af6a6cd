package io.videoplatform.autoconfigure;

import java.util.Map;

import io.videoplatform.autoconfigure.PlatformProperties.GrantType;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if users log in by at least one client: its grant is
 * {@code authorization_code}. A client inherits that grant only from the default client,
 * so that it is enough to look at where the property is written.
 */
final class OnPlatformLoginCondition extends SpringBootCondition {

	private static final Bindable<Map<String, PlatformProperties.Client>> CLIENTS = Bindable.mapOf(String.class,
			PlatformProperties.Client.class);

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		ConditionMessage.Builder message = ConditionMessage.forCondition("Platform login");
		try {
			return usesLogin(Binder.get(context.getEnvironment()))
					? ConditionOutcome.match(message.because("a client has the grant 'authorization_code'"))
					: ConditionOutcome.noMatch(message.because("no client has the grant 'authorization_code'"));
		}
		catch (BindException ex) {
			// Stops the start when the properties are bound
			return ConditionOutcome.noMatch(message.because("the properties cannot be bound"));
		}
	}

	private static boolean usesLogin(Binder binder) {
		GrantType grant = binder.bind("platform.grant-type", GrantType.class).orElse(null);
		return grant == GrantType.AUTHORIZATION_CODE || binder.bind("platform.clients", CLIENTS)
			.orElseGet(Map::of)
			.values()
			.stream()
			.anyMatch((client) -> client.grantType() == GrantType.AUTHORIZATION_CODE);
	}

}
