package io.videoplatform.observation;

import io.micrometer.common.KeyValues;
import io.videoplatform.observation.PlatformObservationDocumentation.ResultKeyNames;
import io.videoplatform.observation.PlatformObservationDocumentation.TokenRequestKeyNames;

/**
 * The default {@link TokenRequestObservationConvention}.
 *
 * @since 0.1.0
 */
public class DefaultTokenRequestObservationConvention implements TokenRequestObservationConvention {

	@Override
	public String getName() {
		return "platform.token.request";
	}

	@Override
	public String getContextualName(TokenRequestObservationContext context) {
		return "request token " + context.getGrantType();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(TokenRequestObservationContext context) {
		return KeyValues.of(TokenRequestKeyNames.CLIENT.withValue(context.getClient()),
				TokenRequestKeyNames.GRANT_TYPE.withValue(context.getGrantType()),
				ResultKeyNames.OUTCOME.withValue(context.getOutcome()),
				ResultKeyNames.ERROR_TYPE.withValue(context.getErrorType()));
	}

}
