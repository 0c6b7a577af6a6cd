package io.videoplatform.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.interfaces.ECPublicKey;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Key stores that hold one key with a certificate for loopback.
 */
final class TestKeyStores {

	static final String PASSWORD = "changeit";

	private TestKeyStores() {
	}

	static Path create(Path folder, String alias, String algorithm) throws IOException, InterruptedException {
		Path store = folder.resolve(alias + ".p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", alias, "-keyalg", algorithm, "-dname", "CN=" + alias, "-ext",
				"san=ip:127.0.0.1", "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString())
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("keytool.log").toFile())
			.start();
		assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(keytool.exitValue()).isZero();
		return store;
	}

	static KeyStore load(Path store) throws IOException, GeneralSecurityException {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(store)) {
			keys.load(in, PASSWORD.toCharArray());
		}
		return keys;
	}

	static JWK publicKey(Path store) throws IOException, GeneralSecurityException {
		KeyStore keys = load(store);
		ECPublicKey key = (ECPublicKey) keys.getCertificate(keys.aliases().nextElement()).getPublicKey();
		return new ECKey.Builder(Curve.forECParameterSpec(key.getParams()), key).build();
	}

	static KeyManagerFactory keyManagers(Path store) throws IOException, GeneralSecurityException {
		KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		factory.init(load(store), PASSWORD.toCharArray());
		return factory;
	}

}
