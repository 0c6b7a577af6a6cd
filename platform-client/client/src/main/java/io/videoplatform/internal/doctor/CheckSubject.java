package io.videoplatform.internal.doctor;

import java.net.URI;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Supplier;

import com.nimbusds.jose.jwk.JWKSet;
import io.videoplatform.PlatformEvent;
import io.videoplatform.internal.discovery.ClientPropertyNames;
import io.videoplatform.internal.discovery.DiscoveryInspection;
import io.videoplatform.internal.discovery.RootUrl;
import io.videoplatform.internal.document.DocumentReader;
import io.videoplatform.internal.http.PrintableText;
import io.videoplatform.internal.token.TokenOutage;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A client that is checked, and what its rules need of the engine.
 *
 * @param client the client's name
 * @param properties the properties that it is described by
 * @param root the API host
 * @param discovery returns a look at its provider that publishes events
 * @param keys reads the JWK set at a URL
 * @param certificates looks at certificates, or {@code null} behind a proxy
 * @param credentials what it acquires tokens with, or {@code null} if it has none
 * @param outage what logins and refreshes of users fail of
 * @param refusal since when the API refuses all tokens
 * @param store completes if the store can be used, or {@code null} if nodes share nothing
 * @param clock the clock to compare with times of other machines
 */
public record CheckSubject(String client, ClientPropertyNames properties, RootUrl root,
		Function<PlatformEvent.Listener, DiscoveryInspection> discovery, Function<URI, DocumentReader<JWKSet>> keys,
		@Nullable CertificateInspector certificates, @Nullable CheckedCredentials credentials,
		Supplier<@Nullable TokenOutage> outage, Supplier<@Nullable TokenOutage> refusal, @Nullable Mono<Void> store,
		Clock clock) {

	/**
	 * Return what another machine has said as it may be shown: without the client's
	 * secrets, which it may echo, and which are taken out before it is cut.
	 */
	String quoted(String foreign) {
		String redacted = (this.credentials != null)
				? this.credentials.engine().tokenClient().authenticator().redacted(foreign) : foreign;
		return "'%s'".formatted(PrintableText.of(redacted));
	}

	boolean usesLogin() {
		return this.credentials != null && this.credentials.credentials().usesLogin();
	}

	String property(String name) {
		return "'%s'".formatted(this.properties.apply(name));
	}

}
