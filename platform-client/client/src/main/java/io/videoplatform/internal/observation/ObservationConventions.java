package io.videoplatform.internal.observation;

import io.videoplatform.observation.DefaultDiscoveryObservationConvention;
import io.videoplatform.observation.DefaultTokenFlightObservationConvention;
import io.videoplatform.observation.DefaultTokenRequestObservationConvention;
import io.videoplatform.observation.DiscoveryObservationConvention;
import io.videoplatform.observation.TokenFlightObservationConvention;
import io.videoplatform.observation.TokenRequestObservationConvention;
import org.jspecify.annotations.Nullable;

/**
 * The conventions that the application replaces; the others are the defaults.
 *
 * @param discovery that of requests for documents
 * @param tokenFlight that of flights
 * @param tokenRequest that of token requests
 */
public record ObservationConventions(@Nullable DiscoveryObservationConvention discovery,
		@Nullable TokenFlightObservationConvention tokenFlight,
		@Nullable TokenRequestObservationConvention tokenRequest) {

	/**
	 * None is replaced.
	 */
	public static final ObservationConventions DEFAULTS = new ObservationConventions(null, null, null);

	static final DiscoveryObservationConvention DISCOVERY = new DefaultDiscoveryObservationConvention();

	static final TokenFlightObservationConvention TOKEN_FLIGHT = new DefaultTokenFlightObservationConvention();

	static final TokenRequestObservationConvention TOKEN_REQUEST = new DefaultTokenRequestObservationConvention();

}
