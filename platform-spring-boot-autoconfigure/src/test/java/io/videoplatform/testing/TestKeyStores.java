package io.videoplatform.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Key stores that hold one key with a certificate for loopback.
 */
public final class TestKeyStores {

	public static final String PASSWORD = "changeit";

	/**
	 * By what they were made of.
	 */
	private static final Map<List<?>, byte[]> STORES = new ConcurrentHashMap<>();

	private TestKeyStores() {
	}

	public static Path create(Path folder, String alias, String algorithm) throws IOException, InterruptedException {
		return create(folder, alias, algorithm, "-ext", "san=ip:127.0.0.1");
	}

	public static Path create(Path folder, String alias, String algorithm, String... options)
			throws IOException, InterruptedException {
		Path store = folder.resolve(alias + ".p12");
		return once(store, List.of(alias, algorithm, List.of(options)), () -> keytool(folder, store, alias,
				"-genkeypair", List.of("-keyalg", algorithm, "-dname", "CN=" + alias), options));
	}

	/**
	 * Replace the certificate of a store by one that an authority has issued.
	 */
	public static void issue(Path folder, Path authority, Path store, String... options)
			throws IOException, InterruptedException {
		once(store, List.of(ByteBuffer.wrap(Files.readAllBytes(authority)), ByteBuffer.wrap(Files.readAllBytes(store)),
				List.of(options)), () -> issueAnew(folder, authority, store, options));
	}

	/**
	 * Run what writes a store, which takes long, unless it has been run before.
	 */
	private static Path once(Path store, List<?> description, Command command)
			throws IOException, InterruptedException {
		byte[] known = STORES.get(description);
		if (known != null) {
			return Files.write(store, known);
		}
		command.run();
		STORES.put(description, Files.readAllBytes(store));
		return store;
	}

	private static void issueAnew(Path folder, Path authority, Path store, String... options)
			throws IOException, InterruptedException {
		String request = folder.resolve("request.csr").toString();
		String issued = folder.resolve("issued.crt").toString();
		String root = folder.resolve("root.crt").toString();
		String alias = alias(store);
		keytool(folder, store, alias, "-certreq", List.of("-file", request));
		keytool(folder, authority, alias(authority), "-gencert", List.of("-infile", request, "-outfile", issued),
				options);
		keytool(folder, authority, alias(authority), "-exportcert", List.of("-file", root));
		keytool(folder, store, "root", "-importcert", List.of("-noprompt", "-file", root));
		keytool(folder, store, alias, "-importcert", List.of("-noprompt", "-file", issued));
	}

	private static String alias(Path store) {
		return store.getFileName().toString().replace(".p12", "");
	}

	private static void keytool(Path folder, Path store, String alias, String command, List<String> arguments,
			String... options) throws IOException, InterruptedException {
		List<String> all = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
						"-J-XX:TieredStopAtLevel=1", command, "-alias", alias, "-storetype", "PKCS12", "-storepass",
						PASSWORD, "-keystore", store.toString()));
		all.addAll(arguments);
		all.addAll(List.of(options));
		Process keytool = new ProcessBuilder(all).redirectErrorStream(true)
			.redirectOutput(folder.resolve("keytool.log").toFile())
			.start();
		assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
		assertThat(keytool.exitValue()).isZero();
	}

	public static KeyStore load(Path store) throws IOException, GeneralSecurityException {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(store)) {
			keys.load(in, PASSWORD.toCharArray());
		}
		return keys;
	}

	/**
	 * Return a store with the key of one and the certificate of another.
	 */
	public static KeyStore mixed(KeyStore keys, KeyStore certificates) throws IOException, GeneralSecurityException {
		Key key = keys.getKey(keys.aliases().nextElement(), PASSWORD.toCharArray());
		Certificate certificate = certificates.getCertificate(certificates.aliases().nextElement());
		KeyStore mixed = KeyStore.getInstance("PKCS12");
		mixed.load(null, null);
		mixed.setKeyEntry("mixed", key, PASSWORD.toCharArray(), new Certificate[] { certificate });
		return mixed;
	}

	public static JWK publicKey(Path store) throws IOException, GeneralSecurityException {
		KeyStore keys = load(store);
		ECPublicKey key = (ECPublicKey) keys.getCertificate(keys.aliases().nextElement()).getPublicKey();
		return new ECKey.Builder(Curve.forECParameterSpec(key.getParams()), key).build();
	}

	/**
	 * What writes a store.
	 */
	private interface Command {

		void run() throws IOException, InterruptedException;

	}

}
