package io.videoplatform.observation;

import io.micrometer.common.KeyValues;
import io.videoplatform.observation.PlatformObservationDocumentation.ResultKeyNames;
import io.videoplatform.observation.PlatformObservationDocumentation.TokenFlightKeyNames;

/**
 * The default {@link TokenFlightObservationConvention}.
 *
 * @since 0.1.0
 */
public class DefaultTokenFlightObservationConvention implements TokenFlightObservationConvention {

	@Override
	public String getName() {
		return "platform.token.flight";
	}

	@Override
	public String getContextualName(TokenFlightObservationContext context) {
		return "acquire token";
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(TokenFlightObservationContext context) {
		return KeyValues.of(TokenFlightKeyNames.CLIENT.withValue(context.getClient()),
				TokenFlightKeyNames.TRIGGER.withValue(context.isBackground() ? "background" : "caller"),
				ResultKeyNames.OUTCOME.withValue(context.getOutcome()),
				ResultKeyNames.ERROR_TYPE.withValue(context.getErrorType()));
	}

}
