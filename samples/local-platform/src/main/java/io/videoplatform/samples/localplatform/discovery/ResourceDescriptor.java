package io.videoplatform.samples.localplatform.discovery;

import java.util.List;
import java.util.Map;

import io.videoplatform.samples.localplatform.authorization.Realm;

/**
 * JSON Resource Descriptor (RFC 7033, section 4.4) of the API.
 *
 * @param subject base URL of the API
 * @param properties realm and server, for adapters that are configured with them
 * @param links the issuer's link
 */
record ResourceDescriptor(String subject, Map<String, String> properties, List<Link> links) {

	private static final String ISSUER = "http://openid.net/specs/connect/1.0/issuer";

	static ResourceDescriptor of(String root) {
		String api = root + "/v1/";
		return new ResourceDescriptor(api,
				Map.of(api + "local/realm", Realm.NAME, api + "local/auth-server-url", root + Realm.SERVER_PATH + "/"),
				List.of(new Link(ISSUER, root + Realm.CONFIGURATION_PATH)));
	}

	/**
	 * Link of a descriptor.
	 *
	 * @param rel what the target is to the subject
	 * @param href address of the target
	 */
	record Link(String rel, String href) {

	}

}
