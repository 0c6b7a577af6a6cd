package io.videoplatform.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The name and key values of the observation of a flight for a token. A bean of this type
 * replaces {@link DefaultTokenFlightObservationConvention}.
 *
 * <pre class="code">
 * &#64;Bean
 * TokenFlightObservationConvention tokenFlightObservationConvention() {
 *     return new DefaultTokenFlightObservationConvention() {
 *
 *         &#64;Override
 *         public KeyValues getLowCardinalityKeyValues(TokenFlightObservationContext context) {
 *             return super.getLowCardinalityKeyValues(context).and("region", "north");
 *         }
 *
 *     };
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface TokenFlightObservationConvention extends ObservationConvention<TokenFlightObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof TokenFlightObservationContext;
	}

}
