package io.videoplatform.autoconfigure.httpservice;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.videoplatform.PlatformAuthorizationException;
import io.videoplatform.PlatformError;
import io.videoplatform.PlatformStep;
import io.videoplatform.internal.engine.ClientSettings;
import io.videoplatform.internal.http.AuthorizationHeader;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.http.PrintableUrl;

import org.springframework.http.HttpHeaders;
import org.springframework.web.service.registry.HttpServiceGroup;

/**
 * Chooses what authorizes a call of an HTTP interface: the client that the method is
 * annotated with, else that of its group.
 *
 * @param <T> what adds the token of a client to requests
 */
final class ServiceCallAuthorization<T> {

	private final HttpServiceGroups groups;

	private final String groupClient;

	private final T groupAuthorization;

	private final Map<String, T> authorizations = new HashMap<>();

	/**
	 * Create a new instance.
	 * @param groups the clients of groups
	 * @param group the group
	 * @param authorizations returns what adds the token of the client of a name
	 */
	ServiceCallAuthorization(HttpServiceGroups groups, HttpServiceGroup group, Function<String, T> authorizations) {
		this.groups = groups;
		this.groupClient = groups.client(group).name();
		groups.clients()
			.forEach((client) -> this.authorizations.put(client.name(), authorizations.apply(client.name())));
		this.groupAuthorization = get(this.groupClient);
	}

	/**
	 * Return what authorizes a request.
	 * @throws PlatformAuthorizationException if the annotation names no client of the
	 * platform and nothing else has authorized the request, or if it names a client whose
	 * token must not be sent there
	 */
	T select(Map<String, Object> attributes, URI url, HttpHeaders headers) {
		String id = ClientIdProcessor.registrationId(attributes);
		if (id == null || AuthorizationHeader.isIn(headers)) {
			return this.groupAuthorization;
		}
		ClientSettings client = this.groups.find(id);
		if (client == null) {
			throw refuse(url, ("its method is annotated with '%s', which is no client of the platform,"
					+ " and nothing has authorized it: register Spring Security's configurer of HTTP interfaces,"
					+ " or move the method to a group that is not the platform's")
				.formatted(PrintableText.of(id)));
		}
		if (!client.name().equals(this.groupClient) && !client.trusts(url)) {
			throw refuse(url, "the token of client '%s' does not go there: if it should, list the origin in '%s'"
				.formatted(client.name(), client.discovery().properties().apply("trusted-origins")));
		}
		return get(client.name());
	}

	private T get(String client) {
		return Objects.requireNonNull(this.authorizations.get(client));
	}

	private static PlatformAuthorizationException refuse(URI url, String reason) {
		return new PlatformAuthorizationException(
				"The call to '%s' is not sent: %s".formatted(PrintableUrl.of(url), reason), PlatformError.API_REQUEST,
				PlatformStep.API_REQUEST, PrintableUrl.of(url), false, null, null, null);
	}

}
