package io.videoplatform.internal.engine;

import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.videoplatform.internal.token.endpoint.SigningKey;
import io.videoplatform.internal.transport.ReloadableSslBundle;
import io.videoplatform.testing.TestKeyStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The signing key of an SSL bundle whose certificate may be another's, also while it is
 * replaced.
 */
class SslBundleKeyTests {

	private final List<String> warnings = new ArrayList<>();

	@TempDir
	private Path folder;

	private KeyStore keys(String name, String algorithm) throws Exception {
		return TestKeyStores.load(TestKeyStores.create(this.folder, name, algorithm));
	}

	private static SslBundle bundle(KeyStore keys) {
		return SslBundle.of(SslStoreBundle.of(keys, TestKeyStores.PASSWORD, null));
	}

	private static SslBundle mixed(KeyStore keys, KeyStore certificates) throws Exception {
		return bundle(TestKeyStores.mixed(keys, certificates));
	}

	private SslBundleKey read(DefaultSslBundleRegistry bundles) {
		return new SslBundleKey(
				Objects.requireNonNull(ReloadableSslBundle.of(bundles.getBundle("signer"), "signer", bundles)), null,
				this.warnings::add);
	}

	@ParameterizedTest
	@CsvSource({ "EC, EC", "EC, RSA" })
	void readWhenCertificateIsAnothersThenSentenceSaysSo(String key, String certificate) throws Exception {
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("signer",
				mixed(keys("own", key), keys("other", certificate)));
		assertThatIllegalArgumentException().isThrownBy(() -> read(bundles))
			.withMessageStartingWith(
					"names an SSL bundle with a key that does not match its public part or its certificate");
	}

	@Test
	void readWhenTheKeyCannotSignThenSaysWhatTheBundleLacks() throws Exception {
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("signer", bundle(keys("ed", "Ed25519")));
		assertThatIllegalArgumentException().isThrownBy(() -> read(bundles))
			.withMessageContaining("names an SSL bundle with a key that is neither an RSA nor an EC key");
	}

	@Test
	void updateWhenCertificateIsAnothersThenLastKeyStaysWithAWarning() throws Exception {
		KeyStore own = keys("own", "EC");
		DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry("signer", bundle(own));
		SslBundleKey key = read(bundles);
		SigningKey first = key.get();
		bundles.updateBundle("signer", mixed(own, keys("other", "EC")));
		assertThat(key.get()).isSameAs(first);
		assertThat(this.warnings).singleElement().asString().contains("does not match", "certificate");
		bundles.updateBundle("signer", bundle(own));
		assertThat(key.get()).isNotSameAs(first);
		assertThat(this.warnings).hasSize(1);
	}

}
