package io.videoplatform.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The key values of the starter's observations. A bean of this type replaces the default;
 * it may also give them other names.
 *
 * <pre class="code">
 * &#64;Bean
 * PlatformObservationConvention platformObservationConvention() {
 *     return new PlatformObservationConvention() {
 *
 *         &#64;Override
 *         public KeyValues getLowCardinalityKeyValues(PlatformObservationContext context) {
 *             return super.getLowCardinalityKeyValues(context).and("region", "north");
 *         }
 *
 *     };
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public class PlatformObservationConvention implements ObservationConvention<PlatformObservationContext> {

	@Override
	public KeyValues getLowCardinalityKeyValues(PlatformObservationContext context) {
		return context.getKeyValues();
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof PlatformObservationContext;
	}

}
