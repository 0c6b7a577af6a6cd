package io.videoplatform.observation;

import java.util.Locale;

import io.micrometer.common.KeyValues;
import io.videoplatform.observation.PlatformObservationDocumentation.DiscoveryKeyNames;
import io.videoplatform.observation.PlatformObservationDocumentation.ResultKeyNames;

/**
 * The default {@link DiscoveryObservationConvention}.
 *
 * @since 0.1.0
 */
public class DefaultDiscoveryObservationConvention implements DiscoveryObservationConvention {

	@Override
	public String getName() {
		return "platform.discovery";
	}

	@Override
	public String getContextualName(DiscoveryObservationContext context) {
		return "discover " + document(context);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(DiscoveryObservationContext context) {
		return KeyValues.of(DiscoveryKeyNames.DOCUMENT.withValue(document(context)),
				ResultKeyNames.OUTCOME.withValue(context.getOutcome()),
				ResultKeyNames.ERROR_TYPE.withValue(context.getErrorType()));
	}

	private static String document(DiscoveryObservationContext context) {
		return context.getStep().name().toLowerCase(Locale.ROOT);
	}

}
