package io.videoplatform.autoconfigure;

import java.util.List;
import java.util.Map;

import io.videoplatform.autoconfigure.PlatformProperties.GrantType;
import io.videoplatform.internal.discovery.ClientProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
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
			List<String> grants = loginGrants(context.getEnvironment());
			return grants.isEmpty()
					? ConditionOutcome.noMatch(message.because("no client has the grant 'authorization_code'"))
					: ConditionOutcome.match(message.foundExactly(grants.toArray()));
		}
		catch (BindException ex) {
			// Stops the start when the properties are bound
			return ConditionOutcome.noMatch(message.because("the properties cannot be bound"));
		}
	}

	/**
	 * Return the properties that set that grant.
	 */
	private static List<String> loginGrants(Environment environment) {
		if (isLogin(Binder.get(environment).bind("platform.grant-type", GrantType.class).orElse(null))) {
			return List.of("platform.grant-type");
		}
		return Binder.get(environment)
			.bind("platform.clients", CLIENTS)
			.orElseGet(Map::of)
			.entrySet()
			.stream()
			.filter((client) -> isLogin(client.getValue().grantType()))
			.map((client) -> ClientProperties.prefixOf(client.getKey()) + ".grant-type")
			.toList();
	}

	private static boolean isLogin(@Nullable GrantType grantType) {
		return grantType == GrantType.AUTHORIZATION_CODE;
	}

}
