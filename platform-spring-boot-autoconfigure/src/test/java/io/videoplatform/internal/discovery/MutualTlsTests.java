package io.videoplatform.internal.discovery;

import java.net.URI;
import java.time.Duration;

import io.videoplatform.client.ProviderMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoints of clients that authenticate by a certificate (RFC 8705, section 5).
 */
class MutualTlsTests {

	private final Platform platform = new Platform();

	@AfterEach
	void close() {
		this.platform.close();
	}

	private void aliases(String members) {
		this.platform.document("""
				{ "issuer": "%1$s", "token_endpoint": "%1$s/token", "authorization_endpoint": "%1$s/auth",
				  "revocation_endpoint": "%1$s/revoke", "userinfo_endpoint": "%1$s/userinfo",
				  "mtls_endpoint_aliases": { %2$s } }
				""".formatted(this.platform.issuer(), members), "Cache-Control: max-age=60");
	}

	private Discovery mutualTls() {
		return this.platform.with((settings) -> settings.forMutualTls(true)).discovery();
	}

	@Test
	void providerWhenClientHasACertificateThenAliasesReplaceEndpoints() {
		aliases("\"token_endpoint\": \"https://127.0.0.1:8444/token\", \"userinfo_endpoint\": \"https://127.0.0.1:8444/me\","
				+ " \"authorization_endpoint\": \"https://127.0.0.1:8444/auth\"");
		ProviderMetadata metadata = Platform.get(mutualTls());
		assertThat(metadata.tokenEndpoint()).isEqualTo(URI.create("https://127.0.0.1:8444/token"));
		assertThat(metadata.userinfoEndpoint()).isEqualTo(URI.create("https://127.0.0.1:8444/me"));
		assertThat(metadata.revocationEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/revoke"));
		assertThat(metadata.authorizationEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/auth"));
	}

	@Test
	void providerWhenAliasIsNotSafeThenRefusedUnlessClientHasNoCertificate() {
		aliases("\"token_endpoint\": \"http://evil.example/token\"");
		assertThat(Platform.failure(mutualTls())).hasMessageContaining("token_endpoint");
		assertThat(Platform.get(this.platform.with((settings) -> settings.forMutualTls(false)).discovery())
			.tokenEndpoint()).isEqualTo(URI.create(this.platform.issuer() + "/token"));
	}

	@Test
	void providerWhenPinnedIssuerMovesTheAliasThenQuarantined() {
		aliases("\"token_endpoint\": \"https://127.0.0.1:8444/token\"");
		Discovery discovery = mutualTls();
		ProviderMetadata good = Platform.get(discovery);
		aliases("\"token_endpoint\": \"https://127.0.0.1:8555/token\"");
		this.platform.clock.advance(Duration.ofMinutes(2));
		for (int i = 0; i < 5; i++) {
			assertThat(Platform.get(discovery)).isEqualTo(good);
			this.platform.clock.advance(Duration.ofMinutes(1));
		}
		assertThat(discovery.snapshot().quarantinedIssuer()).isEqualTo(this.platform.issuer());
	}

}
