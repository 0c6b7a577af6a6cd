package io.videoplatform.test;

import java.util.Set;

import io.videoplatform.testing.RecordedRequest;
import io.videoplatform.testing.TestClients;

import org.springframework.util.CollectionUtils;
import org.springframework.util.MultiValueMap;

/**
 * A request that a {@link MockPlatform} has received at its token endpoint. It holds
 * neither tokens nor secrets.
 *
 * <pre class="code">
 * assertThat(platform.tokenRequests()).extracting(TokenRequest::grantType)
 *     .containsExactly("password", "refresh_token");
 * </pre>
 *
 * @param grantType the grant (RFC 6749, section 4), such as {@code password} or
 * {@code refresh_token}
 * @param client the identifier of the client: its name in the application
 * @param status the status of the response, or -1 if the response was lost
 * @param parameters the other parameters that are no secrets, such as {@code scope},
 * {@code username} and {@code resource} (RFC 8707); they cannot be modified
 * @since 0.1.0
 */
public record TokenRequest(String grantType, String client, int status, MultiValueMap<String, String> parameters) {

	private static final String GRANT_TYPE = "grant_type";

	private static final Set<String> OTHERS = Set.of(GRANT_TYPE, "client_id", "client_secret", "client_assertion",
			"client_assertion_type", "password", "refresh_token", "code", "code_verifier");

	static TokenRequest of(RecordedRequest request, int status) {
		MultiValueMap<String, String> parameters = request.formValues();
		parameters.keySet().removeAll(OTHERS);
		return new TokenRequest(request.parameter(GRANT_TYPE), TestClients.client(request), status,
				CollectionUtils.unmodifiableMultiValueMap(parameters));
	}

}
