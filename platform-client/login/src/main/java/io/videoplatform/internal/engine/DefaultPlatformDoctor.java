package io.videoplatform.internal.engine;

import java.util.function.Supplier;

import io.videoplatform.doctor.CheckListener;
import io.videoplatform.doctor.CheckReport;
import io.videoplatform.doctor.PlatformDoctor;
import io.videoplatform.internal.discovery.Discovery;
import io.videoplatform.internal.doctor.CertificateInspector;
import io.videoplatform.internal.doctor.CheckSubject;
import io.videoplatform.internal.doctor.CheckedCredentials;
import io.videoplatform.internal.doctor.ClientCheck;
import io.videoplatform.internal.doctor.TlsManagers;
import io.videoplatform.internal.login.AuthorizationEndpointProbe;
import io.videoplatform.internal.login.LoginClient;
import io.videoplatform.internal.login.oidc.JwkSetReader;
import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.ClientRegistrationFactory;
import io.videoplatform.internal.store.PlatformStore;
import org.jspecify.annotations.Nullable;

/**
 * Checks the clients of an engine.
 */
public final class DefaultPlatformDoctor implements PlatformDoctor {

	private final PlatformSettings settings;

	private final PlatformEngine engine;

	public DefaultPlatformDoctor(PlatformSettings settings, PlatformEngine engine) {
		this.settings = settings;
		this.engine = engine;
	}

	@Override
	public CheckReport check(String client, CheckListener listener) {
		ClientSettings checked = this.settings.clients().get(client);
		if (checked == null) {
			throw UnknownClientException.of(client, this.settings.clients().keySet());
		}
		return new ClientCheck(subject(checked), listener).run();
	}

	private CheckSubject subject(ClientSettings client) {
		PlatformHost host = this.engine.host(client);
		EngineContext context = this.engine.context();
		ClientCredentials credentials = client.credentials();
		Discovery discovery = host.discovery(client.discovery());
		PlatformStore store = context.store();
		Supplier<ClientStatus> known = () -> ClientStatus.of(this.engine, client.name());
		return new CheckSubject(client.name(), client.discovery().properties(), client.root(),
				(events) -> discovery.inspection(client.discovery(), context.wallClock(), events),
				(url) -> new JwkSetReader(url, client.discovery().properties()), certificates(host.connections()),
				(credentials != null) ? checked(client, credentials, discovery) : null, () -> known.get().outage(),
				() -> known.get().refusal(), (store != null) ? store.check() : null, context.wallClock());
	}

	private @Nullable CertificateInspector certificates(HostConnections connections) {
		TlsManagers managers = connections.httpClients().tlsManagers();
		return (managers != null)
				? new CertificateInspector(managers, connections.addresses(), this.engine.context().scheduler()) : null;
	}

	private @Nullable String redirectUri(ClientCredentials credentials) {
		LoginClient login = credentials.usesLogin()
				? this.engine.logins().registrations().client(credentials.registrationId()) : null;
		return (login != null) ? login.acceptance().redirectUri() : null;
	}

	/**
	 * An engine of its own for the client: what it fails of is no failure of the running
	 * one.
	 */
	private CheckedCredentials checked(ClientSettings client, ClientCredentials credentials, Discovery discovery) {
		ClientRegistrationFactory registrations = new ClientRegistrationFactory(credentials, discovery);
		PlatformHost host = this.engine.host(client);
		AuthorizationEndpointProbe endpoint = host.authorizationEndpoint(credentials);
		return new CheckedCredentials(credentials, host.engineClient(client, credentials),
				(provider, redirectUri) -> endpoint.accepts(registrations.at(provider), redirectUri),
				redirectUri(credentials));
	}

}
