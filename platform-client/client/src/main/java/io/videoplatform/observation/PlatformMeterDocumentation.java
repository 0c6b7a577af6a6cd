package io.videoplatform.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import io.videoplatform.observation.PlatformObservationDocumentation.KeyNames;
import org.jspecify.annotations.Nullable;

/**
 * The meters of the engine besides those that its observations become. They read what is
 * held in memory when they are asked for.
 *
 * @since 0.1.0
 */
public enum PlatformMeterDocumentation implements MeterDocumentation {

	/**
	 * How many callers have waited for a flight that another caller had started, instead
	 * of requesting a token themselves.
	 */
	JOINED_FLIGHTS("platform.token.flight.joined", Meter.Type.COUNTER),

	/**
	 * How many tokens were used that another node had acquired and stored.
	 */
	STORED_TOKENS("platform.token.stored", Meter.Type.COUNTER),

	/**
	 * How many calls were sent again with another token after a 401 of the API.
	 */
	RETRIED_CALLS("platform.calls.retried", Meter.Type.COUNTER),

	/**
	 * In how many seconds the application's token expires; NaN without a token.
	 */
	TOKEN_EXPIRY("platform.token.expiry", Meter.Type.GAUGE, "seconds"),

	/**
	 * How many flights for the application's token have failed in a row.
	 */
	TOKEN_FAILURES("platform.token.failures", Meter.Type.GAUGE),

	/**
	 * How many logins of users are held.
	 */
	LOGINS("platform.logins", Meter.Type.GAUGE),

	/**
	 * How many events were dropped, because too many were waiting for a slow listener.
	 */
	DROPPED_EVENTS("platform.events.dropped", Meter.Type.COUNTER) {

		@Override
		public KeyName[] getKeyNames() {
			return new KeyName[0];
		}

	},

	/**
	 * How many problems were reported after the start, by events at WARN and ERROR. An
	 * outage is reported once for each step and cause.
	 */
	PROBLEMS("platform.problems", Meter.Type.COUNTER) {

		@Override
		public KeyName[] getKeyNames() {
			return new KeyName[] { KeyNames.STEP, KeyNames.ERROR_TYPE };
		}

	};

	private final String name;

	private final Meter.Type type;

	private final @Nullable String baseUnit;

	PlatformMeterDocumentation(String name, Meter.Type type) {
		this(name, type, null);
	}

	PlatformMeterDocumentation(String name, Meter.Type type, @Nullable String baseUnit) {
		this.name = name;
		this.type = type;
		this.baseUnit = baseUnit;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	@Override
	public @Nullable String getBaseUnit() {
		return this.baseUnit;
	}

	@Override
	public KeyName[] getKeyNames() {
		return new KeyName[] { KeyNames.CLIENT };
	}

}
