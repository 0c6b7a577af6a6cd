package io.videoplatform.testing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;

/**
 * The WebFinger document and the provider configuration of a {@link TestPlatform} (RFC
 * 7033, section 4.4, and OpenID Connect Discovery 1.0, section 3).
 */
public final class DiscoveryDocuments {

	private static final String HOUR = "max-age=3600";

	private static final Consumer<Map<String, Object>> UNCHANGED = (document) -> {
	};

	private final Supplier<String> rootUrl;

	private volatile @Nullable String namedIssuer;

	private volatile @Nullable String realm = "platform";

	private volatile Supplier<@Nullable String> authServerUrl = this::ownAuthServerUrl;

	private volatile String webFingerCaching = HOUR;

	private volatile String configurationCaching = HOUR;

	private volatile Consumer<Map<String, Object>> change = UNCHANGED;

	DiscoveryDocuments(Supplier<String> rootUrl) {
		this.rootUrl = rootUrl;
	}

	/**
	 * Return the issuer.
	 */
	public String issuer() {
		return this.rootUrl.get() + "/auth/realms/platform";
	}

	/**
	 * Let WebFinger name an issuer.
	 */
	public DiscoveryDocuments named(@Nullable String issuer) {
		this.namedIssuer = issuer;
		return this;
	}

	/**
	 * Set the properties that WebFinger names beside the issuer.
	 */
	public DiscoveryDocuments realm(@Nullable String realm, @Nullable String authServerUrl) {
		this.realm = realm;
		this.authServerUrl = () -> authServerUrl;
		return this;
	}

	/**
	 * Change the provider configuration.
	 */
	public DiscoveryDocuments metadata(Consumer<Map<String, Object>> change) {
		this.change = change;
		return this;
	}

	/**
	 * Set a member of the provider configuration, besides the changes made so far.
	 */
	public DiscoveryDocuments metadata(String name, @Nullable Object value) {
		return metadata(this.change.andThen((document) -> document.put(name, value)));
	}

	/**
	 * Reduce the provider configuration to the issuer and the endpoints for authorization
	 * and tokens.
	 */
	public DiscoveryDocuments minimal() {
		return metadata((document) -> document.keySet()
			.retainAll(List.of("issuer", "authorization_endpoint", "token_endpoint")));
	}

	/**
	 * Set the {@code Cache-Control} header of both documents.
	 */
	public DiscoveryDocuments caching(String webFinger, String configuration) {
		this.webFingerCaching = webFinger;
		this.configurationCaching = configuration;
		return this;
	}

	/**
	 * Set for how long both documents are fresh.
	 */
	public DiscoveryDocuments maxAge(int seconds) {
		return caching("max-age=" + seconds, "max-age=" + seconds);
	}

	void reset() {
		named(null).realm("platform", ownAuthServerUrl()).metadata(UNCHANGED).caching(HOUR, HOUR);
	}

	boolean isResource(String resource) {
		return resource.equals(this.rootUrl.get() + "/v1/");
	}

	TestResponse webFinger() {
		return webFinger(this.rootUrl.get());
	}

	/**
	 * Return the WebFinger document of another domain with the same provider.
	 */
	public TestResponse webFinger(String root) {
		String named = this.namedIssuer;
		Map<String, Object> document = new LinkedHashMap<>();
		document.put("subject", root + "/v1/");
		document.put("properties", properties(root + "/v1/keycloak/"));
		document.put("links", List.of(Map.of("rel", "http://openid.net/specs/connect/1.0/issuer", "href",
				((named != null) ? named : issuer()) + "/.well-known/openid-configuration")));
		return TestResponse.of(200, JSONObjectUtils.toJSONString(document), "Content-Type: application/jrd+json",
				"Cache-Control: " + this.webFingerCaching);
	}

	private Map<String, String> properties(String prefix) {
		Map<String, String> properties = new LinkedHashMap<>();
		put(properties, prefix + "realm", this.realm);
		put(properties, prefix + "auth-server-url", this.authServerUrl.get());
		return properties;
	}

	private static void put(Map<String, String> properties, String name, @Nullable String value) {
		if (value != null) {
			properties.put(name, value);
		}
	}

	private String ownAuthServerUrl() {
		return this.rootUrl.get() + "/auth/";
	}

	TestResponse configuration() {
		String issuer = issuer();
		Map<String, Object> document = new LinkedHashMap<>();
		document.put("issuer", issuer);
		document.put("authorization_endpoint", issuer + "/auth");
		document.put("token_endpoint", issuer + "/token");
		document.put("jwks_uri", issuer + "/keys");
		document.put("userinfo_endpoint", issuer + "/userinfo");
		document.put("revocation_endpoint", issuer + "/revoke");
		document.put("end_session_endpoint", issuer + "/logout");
		document.put("response_types_supported", List.of("code"));
		document.put("subject_types_supported", List.of("public"));
		document.put("id_token_signing_alg_values_supported", List.of("RS256", "ES256"));
		document.put("authorization_response_iss_parameter_supported", true);
		this.change.accept(document);
		return TestResponse.json(JSONObjectUtils.toJSONString(document), "Cache-Control: " + this.configurationCaching);
	}

}
