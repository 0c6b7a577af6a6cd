package io.videoplatform.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
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
	DISCOVERY("platform.discovery", KeyNames.DOCUMENT, KeyNames.OUTCOME, KeyNames.ERROR_TYPE),

	/**
	 * One flight: a token acquisition that all waiting callers share. Discovery and token
	 * requests are its children.
	 */
	TOKEN_FLIGHT("platform.token.flight", KeyNames.CLIENT, KeyNames.TRIGGER, KeyNames.OUTCOME, KeyNames.ERROR_TYPE),

	/**
	 * One request to the token endpoint. With the grant type refresh_token it is the use
	 * of a refresh token.
	 */
	TOKEN_REQUEST("platform.token.request", KeyNames.CLIENT, KeyNames.GRANT_TYPE, KeyNames.OUTCOME,
			KeyNames.ERROR_TYPE),

	/**
	 * Spring's observation of an API call. The starter adds an event and, to spans, a key
	 * value.
	 */
	AUTHORIZED_CALL("http.client.requests") {

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return new KeyName[] { KeyNames.RESEND_COUNT };
		}

		@Override
		public Observation.Event[] getEvents() {
			return AuthorizedCallEvents.values();
		}

	};

	private final String name;

	private final KeyName[] keyNames;

	PlatformObservationDocumentation(String name, KeyName... keyNames) {
		this.name = name;
		this.keyNames = keyNames;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return this.keyNames.clone();
	}

	/**
	 * The key names of observations and meters.
	 */
	public enum KeyNames implements KeyName {

		/**
		 * Which document it is: webfinger, provider_configuration or provider_keys.
		 */
		DOCUMENT("platform.document"),

		/**
		 * The client's name, or platform-roots for all platforms that are named at run
		 * time.
		 */
		CLIENT("platform.client"),

		/**
		 * What began it: a caller that waits for it, or background if a usable token is
		 * held.
		 */
		TRIGGER("platform.trigger"),

		/**
		 * The grant type: password, client_credentials, authorization_code or
		 * refresh_token.
		 */
		GRANT_TYPE("platform.grant_type"),

		/**
		 * The step in which it happened, such as webfinger, token_request, login or
		 * store.
		 */
		STEP("platform.step"),

		/**
		 * Result; none while in progress.
		 */
		OUTCOME("outcome"),

		/**
		 * A code of this starter, an OAuth 2.0 error code, an HTTP status, or _OTHER;
		 * none on success.
		 */
		ERROR_TYPE("error.type"),

		/**
		 * How often the request was sent again, after a 401.
		 */
		RESEND_COUNT("http.request.resend_count");

		private final String key;

		KeyNames(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

		@Override
		public boolean isRequired() {
			return this != RESEND_COUNT;
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
		RETRY;

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
