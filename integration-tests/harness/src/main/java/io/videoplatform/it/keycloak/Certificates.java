package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The certificates of Keycloak's TLS port: its own, and one of a client that it trusts.
 *
 * @param server the key store of Keycloak
 * @param client the key store of a client, whose subject is {@value #SUBJECT}
 * @param trust the trust store of Keycloak
 * @since 0.1.0
 */
public record Certificates(Path server, Path client, Path trust) {

	/**
	 * The password of all stores.
	 */
	public static final String PASSWORD = "changeit";

	/**
	 * The subject of the client's certificate.
	 */
	public static final String SUBJECT = "CN=platform-client";

	/**
	 * The validity in days: the stores are kept for later builds.
	 */
	private static final String VALIDITY = "3650";

	/**
	 * Names the certificates of a folder.
	 * @param folder the folder with the stores
	 * @return the certificates
	 */
	static Certificates in(Path folder) {
		return new Certificates(folder.resolve("server.p12"), folder.resolve("client.p12"),
				folder.resolve("trust.p12"));
	}

	/**
	 * Makes certificates.
	 * @param folder the folder for the stores
	 */
	static void create(Path folder) {
		Certificates created = in(folder);
		Path certificate = folder.resolve("client.crt");
		keytool(created.server(), "-genkeypair", "-alias", "server", "-keyalg", "EC", "-validity", VALIDITY, "-dname",
				"CN=127.0.0.1", "-ext", "san=ip:127.0.0.1");
		keytool(created.client(), "-genkeypair", "-alias", "client", "-keyalg", "EC", "-validity", VALIDITY, "-dname",
				SUBJECT);
		keytool(created.client(), "-exportcert", "-alias", "client", "-file", certificate.toString());
		keytool(created.trust(), "-importcert", "-noprompt", "-alias", "client", "-file", certificate.toString());
	}

	private static void keytool(Path store, String... arguments) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
		command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
		command.addAll(List.of(arguments));
		command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", store.toString()));
		try {
			Files.createDirectories(store.getParent());
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(store.resolveSibling("keytool.log").toFile()))
				.start();
			if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
				throw new IllegalStateException("keytool failed for " + store);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not run keytool", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while keytool ran", ex);
		}
	}

}
