package io.videoplatform.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The name and key values of the observation of a token request. A bean of this type
 * replaces {@link DefaultTokenRequestObservationConvention}.
 *
 * <pre class="code">
 * &#64;Bean
 * TokenRequestObservationConvention tokenRequestObservationConvention() {
 *     return new DefaultTokenRequestObservationConvention() {
 *
 *         &#64;Override
 *         public KeyValues getLowCardinalityKeyValues(TokenRequestObservationContext context) {
 *             return super.getLowCardinalityKeyValues(context).and("region", "north");
 *         }
 *
 *     };
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface TokenRequestObservationConvention extends ObservationConvention<TokenRequestObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof TokenRequestObservationContext;
	}

}
