package io.videoplatform.autoconfigure;

import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

import io.videoplatform.client.DefaultPlatformClient;
import io.videoplatform.client.EventLog;
import io.videoplatform.client.PlatformClient;
import io.videoplatform.client.PlatformClients;
import io.videoplatform.discovery.Discovery;
import io.videoplatform.discovery.DiscoverySettings;
import io.videoplatform.discovery.RootUrl;
import io.videoplatform.registration.ClientCredentials;
import io.videoplatform.registration.PlatformClientRegistrations;
import io.videoplatform.token.TokenEngine;
import io.videoplatform.token.TokenSelector;
import io.videoplatform.token.TokenSource;
import io.videoplatform.transport.AddressGuard;
import io.videoplatform.transport.BoundedExchange;
import io.videoplatform.transport.EngineScheduler;
import io.videoplatform.transport.Origin;
import io.videoplatform.transport.UrlRules;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.http.client.InetAddressFilter;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Puts the parts together: one discovery, one token engine, one client. Nothing here
 * touches the network.
 */
final class PlatformEngine implements PlatformClients, DisposableBean {

	private final RandomGenerator random = new Random();

	private final Scheduler scheduler = EngineScheduler.create();

	private final Settings settings;

	private final Discovery discovery;

	private final PlatformClient client;

	PlatformEngine(Settings settings, HttpLegs legs, HttpClientSettings http, WebClient.Builder apiClient, Clock clock,
			EventLog events) {
		this.settings = settings;
		AddressGuard addresses = new AddressGuard(settings.root().origin().host(), settings.filtersAddresses());
		InetAddressFilter filter = settings.filtersAddresses() ? new RootRelativeFilter(addresses) : null;
		BoundedExchange exchange = legs.exchange(filter);
		this.discovery = new Discovery(settings.discovery(), exchange,
				new UrlRules(settings.plainHttpOrigins(), addresses), clock, this.scheduler::schedule, this.random,
				events);
		TokenSource tokens = tokens(settings.credentials(), exchange, clock, events);
		this.client = new DefaultPlatformClient(DEFAULT,
				new DefaultPlatformClient.Engine(settings.root(), clock, this.discovery,
						(tokens != null) ? TokenSelector.shared(tokens) : null, events),
				settings.trustedOrigins(), http.redirects() != HttpRedirects.DONT_FOLLOW,
				apiClient.clone().clientConnector(legs.api()));
	}

	private @Nullable TokenSource tokens(@Nullable ClientCredentials credentials, BoundedExchange exchange, Clock clock,
			EventLog events) {
		if (credentials == null) {
			return null;
		}
		PlatformClientRegistrations registrations = new PlatformClientRegistrations(this.discovery::provider);
		return new TokenEngine(exchange, clock, this.random, this.scheduler, events).application(credentials,
				() -> registrations.get(credentials));
	}

	@Override
	public PlatformClient get(String name) {
		if (!name.equals(DEFAULT)) {
			throw new IllegalArgumentException("No client named '%s': there is only '%s'".formatted(name, DEFAULT));
		}
		return this.client;
	}

	@Override
	public Set<String> names() {
		return Set.of(DEFAULT);
	}

	Settings settings() {
		return this.settings;
	}

	WarmUp warmUp() {
		return new WarmUp(this.discovery, this.scheduler, this.random);
	}

	@Override
	public void destroy() {
		this.scheduler.dispose();
	}

	/**
	 * The settings as the parts need them, checked.
	 *
	 * @param root the platform
	 * @param discovery the settings of the discovery
	 * @param credentials the credentials, if there are any
	 * @param trustedOrigins the origins that get the token besides the platform's own
	 * @param plainHttpOrigins the origins that may be asked without TLS
	 * @param filtersAddresses whether discovered URLs are kept from leading to addresses
	 * nearer than the API host's
	 */
	record Settings(RootUrl root, DiscoverySettings discovery, @Nullable ClientCredentials credentials,
			Set<Origin> trustedOrigins, Set<Origin> plainHttpOrigins, boolean filtersAddresses) {

		static Settings of(PlatformProperties properties, @Nullable String rootUrl) {
			Set<Origin> plainHttp = OriginProperties.plainHttp(properties.plainHttpOrigins());
			RootUrl root = RootUrl.parse(rootUrl, plainHttp);
			PlatformProperties.Discovery discovery = properties.discovery();
			return new Settings(root,
					new DiscoverySettings(root, discovery.minimumLifetime(), discovery.staleIfError(),
							discovery.strict(), properties.issuer(), List.copyOf(discovery.trustedIssuers())),
					new CredentialsMapper(properties).map(),
					OriginProperties.trusted(properties.trustedOrigins(), plainHttp), plainHttp,
					discovery.addressFilter() == PlatformProperties.AddressFilter.RELATIVE);
		}

	}

}
