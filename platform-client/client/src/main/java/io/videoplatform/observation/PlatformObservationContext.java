package io.videoplatform.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.videoplatform.observation.PlatformObservationDocumentation.KeyNames;

/**
 * The context of the starter's observations: what is observed, the outcome and the error
 * type, each from a fixed set of values. None holds a token, a secret or a user.
 *
 * <pre class="code">
 * &#64;Bean
 * ObservationFilter region() {
 *     return (context) -&gt; (context instanceof PlatformObservationContext)
 *             ? context.addLowCardinalityKeyValue(KeyValue.of("region", "north")) : context;
 * }
 * </pre>
 *
 * @since 0.1.0
 */
public class PlatformObservationContext extends Observation.Context {

	private volatile String outcome = KeyValue.NONE_VALUE;

	private volatile String errorType = KeyValue.NONE_VALUE;

	private final PlatformObservationDocumentation observation;

	private final KeyValues keyValues;

	/**
	 * Create a new instance.
	 * @param observation what is observed
	 * @param keyValues what is known of it when it begins
	 */
	public PlatformObservationContext(PlatformObservationDocumentation observation, KeyValues keyValues) {
		this.observation = observation;
		this.keyValues = keyValues;
	}

	/**
	 * Return what is observed.
	 * @return the observation
	 */
	public PlatformObservationDocumentation getObservation() {
		return this.observation;
	}

	/**
	 * Return the key values, each as {@link PlatformObservationDocumentation} names it.
	 * @return the key values as they are now
	 */
	public KeyValues getKeyValues() {
		return this.keyValues.and(KeyNames.OUTCOME.withValue(this.outcome),
				KeyNames.ERROR_TYPE.withValue(this.errorType));
	}

	/**
	 * Return how it has ended.
	 * @return the outcome, {@code none} before the end
	 */
	public String getOutcome() {
		return this.outcome;
	}

	/**
	 * Return what it failed of, as OpenTelemetry's {@code error.type} has it: an error
	 * code of OAuth 2.0, an HTTP status, or a name such as {@code timeout}.
	 * @return the type, {@code none} without a failure
	 */
	public String getErrorType() {
		return this.errorType;
	}

	/**
	 * Set how it has ended. For the engine.
	 * @param outcome the outcome
	 * @param errorType what it failed of, {@code none} without a failure
	 */
	public void setResult(String outcome, String errorType) {
		this.outcome = outcome;
		this.errorType = errorType;
	}

}
