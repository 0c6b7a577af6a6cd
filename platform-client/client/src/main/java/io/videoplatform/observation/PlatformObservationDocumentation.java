package io.videoplatform.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of the engine. Each becomes a timer of its name, a timer of what is
 * under way with the suffix {@code .active}, and a span where traces are recorded.
 *
 * @since 0.1.0
 */
public enum PlatformObservationDocumentation implements ObservationDocumentation {

	/**
	 * One request for the WebFinger response, the provider's configuration or its keys,
	 * redirects and checks included.
	 */
	DISCOVERY {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultDiscoveryObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(DiscoveryKeyNames.values(), ResultKeyNames.values());
		}

	},

	/**
	 * One flight: a token acquisition that all waiting callers share. Discovery and token
	 * requests are its children.
	 */
	TOKEN_FLIGHT {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultTokenFlightObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(TokenFlightKeyNames.values(), ResultKeyNames.values());
		}

	},

	/**
	 * One request to the token endpoint. With the grant type refresh_token it is the use
	 * of a refresh token.
	 */
	TOKEN_REQUEST {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultTokenRequestObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(TokenRequestKeyNames.values(), ResultKeyNames.values());
		}

	},

	/**
	 * Spring's observation of an API call. The starter adds an event and, to spans, a key
	 * value.
	 */
	AUTHORIZED_CALL {

		@Override
		public String getName() {
			return "http.client.requests";
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return AuthorizedCallKeyNames.values();
		}

		@Override
		public Observation.Event[] getEvents() {
			return AuthorizedCallEvents.values();
		}

	};

	/**
	 * How something has ended.
	 */
	public enum ResultKeyNames implements KeyName {

		/**
		 * Result; none while in progress.
		 */
		OUTCOME {

			@Override
			public String asString() {
				return "outcome";
			}

		},

		/**
		 * Error code of the failure, of OAuth 2.0, HTTP or this starter, or _OTHER; none
		 * on success.
		 */
		ERROR_TYPE {

			@Override
			public String asString() {
				return "error.type";
			}

		}

	}

	/**
	 * The key names of a request for a document.
	 */
	public enum DiscoveryKeyNames implements KeyName {

		/**
		 * Which document it is: webfinger, provider_configuration or provider_keys.
		 */
		DOCUMENT {

			@Override
			public String asString() {
				return "platform.document";
			}

		}

	}

	/**
	 * The key names of a flight.
	 */
	public enum TokenFlightKeyNames implements KeyName {

		/**
		 * The client's name, platform-roots for all platforms that are named at run time.
		 */
		CLIENT {

			@Override
			public String asString() {
				return "platform.client";
			}

		},

		/**
		 * What began it: a caller that waits for it, or background if a usable token is
		 * held.
		 */
		TRIGGER {

			@Override
			public String asString() {
				return "platform.trigger";
			}

		}

	}

	/**
	 * The key names of a token request.
	 */
	public enum TokenRequestKeyNames implements KeyName {

		/**
		 * The client's name, platform-roots for all platforms that are named at run time.
		 */
		CLIENT {

			@Override
			public String asString() {
				return "platform.client";
			}

		},

		/**
		 * The grant type: password, client_credentials, authorization_code or
		 * refresh_token.
		 */
		GRANT_TYPE {

			@Override
			public String asString() {
				return "platform.grant_type";
			}

		}

	}

	/**
	 * The key names that a call has only in spans.
	 */
	public enum AuthorizedCallKeyNames implements KeyName {

		/**
		 * How often the request was sent again, after a 401.
		 */
		RESEND_COUNT {

			@Override
			public String asString() {
				return "http.request.resend_count";
			}

			@Override
			public boolean isRequired() {
				return false;
			}

		}

	}

	/**
	 * The events of a call.
	 */
	public enum AuthorizedCallEvents implements Observation.Event {

		/**
		 * The API has refused the token by a 401, and the request is sent again with
		 * another one.
		 */
		RETRY {

			@Override
			public String getName() {
				return "platform.retry";
			}

			@Override
			public String getContextualName() {
				return "sent again after a 401";
			}

		}

	}

}
