package io.videoplatform.it.keycloak;

import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A Keycloak that runs as a child process on ports of its own.
 *
 * <p>
 * Its issuer follows the {@code Host} and {@code X-Forwarded-Host} headers: requests to
 * another name, or through a proxy, find a consistent provider. It ends with the JVM,
 * however that ends.
 *
 * @since 0.1.0
 */
public final class Keycloak implements AutoCloseable {

	private final KeycloakCommand command;

	private final Path folder;

	private final Ports ports = Ports.free();

	private final Certificates certificates;

	private final AdminApi admin = new AdminApi(uri());

	private final Thread shutdownHook = new Thread(this::stop, "keycloak-shutdown");

	private @Nullable KeycloakProcess process;

	private Keycloak(KeycloakCommand command, Certificates certificates, Path folder) {
		this.command = command;
		this.folder = folder;
		this.certificates = certificates;
	}

	/**
	 * Prepares the distribution if that was not done yet, and starts a Keycloak that has
	 * the realm {@code platform}.
	 * @return a Keycloak that is ready
	 * @throws IllegalStateException if it cannot be had or does not become ready
	 */
	public static Keycloak launch() {
		KeycloakSettings settings = KeycloakSettings.fromSystemProperties();
		PreparedKeycloak prepared = new PreparedKeycloak(settings);
		KeycloakCommand command = prepared.prepare();
		Path folder = settings.work().resolve("run-" + UUID.randomUUID());
		prepared.copyDatabase(folder);
		Keycloak keycloak = new Keycloak(command, prepared.certificates(), folder);
		Runtime.getRuntime().addShutdownHook(keycloak.shutdownHook);
		keycloak.start();
		return keycloak;
	}

	/**
	 * Starts it again on the same port with all that it knew, and returns when it is
	 * ready and has responded to a first token request, which takes it longer than later
	 * ones. Does nothing if it runs.
	 */
	public synchronized void start() {
		if (isRunning()) {
			return;
		}
		KeycloakProcess started = this.command.start(log(), "start", "--optimized", "--cache=local",
				"--db-url=" + PreparedKeycloak.databaseUrl(this.folder), "--http-enabled=true", "--http-host=127.0.0.1",
				"--http-port=" + this.ports.http(), "--http-management-port=" + this.ports.management(),
				"--http-management-scheme=http", "--https-port=" + this.ports.https(),
				"--https-key-store-file=" + this.certificates.server(),
				"--https-key-store-password=" + Certificates.PASSWORD,
				"--https-trust-store-file=" + this.certificates.trust(),
				"--https-trust-store-password=" + Certificates.PASSWORD, "--hostname-strict=false",
				"--proxy-headers=xforwarded", "--log-level=INFO,io.smallrye.health:ERROR",
				// It waits for an application that is told of a logout
				"--spi-connections-http-client--default--socket-timeout-millis=300000");
		this.process = started;
		new Readiness(this.ports.management()).await(started);
		new AdminApi(uri()).get("/admin/realms/master");
	}

	/**
	 * Stops it as an operator would; sessions are kept.
	 */
	public synchronized void stop() {
		if (this.process != null) {
			this.process.terminate();
			this.process = null;
		}
	}

	/**
	 * Ends it as a crash would.
	 */
	public synchronized void kill() {
		if (this.process != null) {
			this.process.kill();
			this.process = null;
		}
	}

	/**
	 * Stops it and starts it again on the same port.
	 */
	public void restart() {
		stop();
		start();
	}

	/**
	 * Whether it was started and has not ended, by itself or by us.
	 * @return {@code true} if its process is alive
	 */
	public synchronized boolean isRunning() {
		return this.process != null && this.process.isAlive();
	}

	/**
	 * Returns where it listens.
	 * @return scheme, host and port
	 */
	public URI uri() {
		return URI.create("http://127.0.0.1:" + this.ports.http());
	}

	/**
	 * Returns the issuer of a realm for direct requests to Keycloak.
	 * @param realm the realm's name
	 * @return the issuer
	 */
	public URI issuer(String realm) {
		return uri().resolve("/realms/" + realm);
	}

	/**
	 * Returns the issuer of a realm for direct requests with TLS, for which Keycloak
	 * requests a certificate of the client.
	 * @param realm the realm's name
	 * @return the issuer
	 */
	public URI secureIssuer(String realm) {
		return URI.create("https://127.0.0.1:" + this.ports.https() + "/realms/" + realm);
	}

	/**
	 * Returns the certificates of the TLS port.
	 * @return the certificates
	 */
	public Certificates certificates() {
		return this.certificates;
	}

	/**
	 * Returns the administrator's view.
	 * @return the admin API
	 */
	public AdminApi adminApi() {
		return this.admin;
	}

	/**
	 * Makes a copy of the realm {@code platform} with the key that each of these copies
	 * has. There is one of them at a time.
	 * @param name the name of the copy
	 * @return the copy
	 */
	Realm createSuccessor(String name) {
		return importRealm(name, RealmFile.named(name, SigningKey.encoded()));
	}

	private Realm importRealm(String name, String representation) {
		this.admin.post("/admin/realms", representation);
		return new Realm(this, name);
	}

	/**
	 * Returns the file with the output of all starts.
	 * @return the file
	 */
	public Path log() {
		return this.folder.resolve("keycloak.log");
	}

	@Override
	public void close() {
		stop();
		Runtime.getRuntime().removeShutdownHook(this.shutdownHook);
	}

}
