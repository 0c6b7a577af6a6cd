package io.videoplatform.it.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.net.ssl.KeyManagerFactory;

/**
 * Certificate authority of one run of the tests, with one certificate for all sites. Its
 * keys are made by the JDK's keytool and are good for nothing else.
 */
final class TestAuthority {

	private static final String PASSWORD = "of-no-importance";

	private final KeyStore keys;

	private final Path trustStore;

	private TestAuthority(KeyStore keys, Path trustStore) {
		this.keys = keys;
		this.trustStore = trustStore;
	}

	/**
	 * Returns the one of this run: browsers that trust it can serve several deployments.
	 */
	static TestAuthority ofThisRun() {
		return Run.AUTHORITY;
	}

	private static TestAuthority create() {
		try {
			Path folder = Files.createDirectories(Path.of(System.getProperty("certificates")));
			Path keys = folder.resolve(UUID.randomUUID() + ".p12");
			keytool(keys, "-alias", "authority", "-dname", "CN=Authority of tests", "-ext", "bc:critical=ca:true",
					"-ext", "ku:critical=keyCertSign");
			keytool(keys, "-alias", "sites", "-signer", "authority", "-dname", "CN=Sites of tests", "-ext", "san="
					+ Stream.of(Site.values()).map((site) -> "dns:" + site.host()).collect(Collectors.joining(",")));
			KeyStore store = load(keys);
			return new TestAuthority(store, trustStore(store, folder));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not make certificates", ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Could not make certificates", ex);
		}
	}

	/**
	 * Returns the keys of all sites, with a chain that holds the authority's certificate.
	 */
	KeyManagerFactory siteKeys() {
		try {
			KeyStore sites = KeyStore.getInstance("PKCS12");
			sites.load(null, null);
			sites.setKeyEntry("sites", this.keys.getKey("sites", PASSWORD.toCharArray()), PASSWORD.toCharArray(),
					this.keys.getCertificateChain("sites"));
			KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
			factory.init(sites, PASSWORD.toCharArray());
			return factory;
		}
		catch (IOException | GeneralSecurityException ex) {
			throw new IllegalStateException("Could not read the keys that were just made", ex);
		}
	}

	/**
	 * Returns what makes an application trust the authority.
	 */
	List<String> trust() {
		String bundle = "spring.ssl.bundle.jks.tests.truststore.";
		return List.of(bundle + "location=" + this.trustStore.toUri(), bundle + "password=" + PASSWORD,
				"spring.http.clients.ssl.bundle=tests");
	}

	/**
	 * Returns what makes Chromium trust the authority, and nothing else.
	 */
	String pin() {
		try {
			byte[] key = this.keys.getCertificate("authority").getPublicKey().getEncoded();
			return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Could not read the keys that were just made", ex);
		}
	}

	private static void keytool(Path keys, String... more) throws IOException {
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin/keytool").toString(), "-genkeypair", "-keyalg", "EC",
				"-groupname", "secp256r1", "-validity", "2", "-keystore", keys.toString(), "-storepass", PASSWORD));
		command.addAll(List.of(more));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes());
		if (process.onExit().join().exitValue() != 0) {
			throw new IllegalStateException("keytool failed: " + output);
		}
	}

	private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
		try (InputStream stream = Files.newInputStream(file)) {
			KeyStore store = KeyStore.getInstance("PKCS12");
			store.load(stream, PASSWORD.toCharArray());
			return store;
		}
	}

	private static Path trustStore(KeyStore keys, Path folder) throws IOException, GeneralSecurityException {
		KeyStore trusted = KeyStore.getInstance("PKCS12");
		trusted.load(null, null);
		trusted.setCertificateEntry("authority", keys.getCertificate("authority"));
		Path file = folder.resolve(UUID.randomUUID() + "-trusted.p12");
		try (OutputStream stream = Files.newOutputStream(file)) {
			trusted.store(stream, PASSWORD.toCharArray());
		}
		return file;
	}

	/**
	 * Creates it with the first use.
	 */
	private static final class Run {

		static final TestAuthority AUTHORITY = create();

	}

}
