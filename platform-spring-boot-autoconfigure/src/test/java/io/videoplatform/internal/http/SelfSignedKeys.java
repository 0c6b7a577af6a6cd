package io.videoplatform.internal.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The keys of a server on loopback whose certificate only those accept who trust it.
 *
 * @param store the key store, a file
 */
public record SelfSignedKeys(Path store) {

	/**
	 * The password of the key store.
	 */
	public static final String PASSWORD = "changeit";

	/**
	 * Create keys.
	 * @param folder where their file is kept
	 * @return the keys
	 */
	public static SelfSignedKeys in(Path folder) throws IOException, InterruptedException {
		Path store = folder.resolve("platform.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "platform", "-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext",
				"san=ip:127.0.0.1", "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString())
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("keytool.log").toFile())
			.start();
		assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(keytool.exitValue()).isZero();
		return new SelfSignedKeys(store);
	}

	/**
	 * Return what a server needs of the keys.
	 * @return the keys
	 */
	public KeyManagerFactory factory() throws GeneralSecurityException, IOException {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(this.store)) {
			keys.load(in, PASSWORD.toCharArray());
		}
		KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		factory.init(keys, PASSWORD.toCharArray());
		return factory;
	}

}
