package io.videoplatform.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * The name and key values of the observation of a request for a discovered document. A
 * bean of this type replaces {@link DefaultDiscoveryObservationConvention}.
 *
 * <pre class="code">
 * &#64;Bean
 * DiscoveryObservationConvention discoveryObservationConvention() {
 *     return new DefaultDiscoveryObservationConvention() {
 *
 *         &#64;Override
 *         public KeyValues getLowCardinalityKeyValues(DiscoveryObservationContext context) {
 *             return super.getLowCardinalityKeyValues(context).and("region", "north");
 *         }
 *
 *     };
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public interface DiscoveryObservationConvention extends ObservationConvention<DiscoveryObservationContext> {

	@Override
	default boolean supportsContext(Observation.Context context) {
		return context instanceof DiscoveryObservationContext;
	}

}
