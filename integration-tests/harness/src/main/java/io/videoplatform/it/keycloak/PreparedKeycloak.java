package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Makes ready once what every run needs: an unpacked, built distribution, a database with
 * the realm, and certificates.
 *
 * <p>
 * They live in the cache folder, keyed by the version and by the realm file, and appear
 * there by a rename at the end: what is there is complete. A file lock keeps two builds
 * from doing the work twice.
 */
final class PreparedKeycloak {

	static final String DATABASE = "keycloakdb";

	private static final String[] BUILD = { "build", "--health-enabled=true", "--db=dev-file",
			"--https-client-auth=request" };

	private static final String DATABASE_FILE = DATABASE + ".mv.db";

	private final KeycloakSettings settings;

	private final Path folder;

	private final Path home;

	private final Path database;

	private final Path certificates;

	private final Path log;

	PreparedKeycloak(KeycloakSettings settings) {
		this.settings = settings;
		this.folder = settings.cache().resolve("keycloak-" + settings.version());
		this.home = this.folder.resolve("home-" + key(BUILD));
		this.database = this.folder.resolve("realm-"
				+ key(RealmFile.text(), KeycloakCommand.ADMIN_CLIENT, KeycloakCommand.ADMIN_SECRET) + ".mv.db");
		this.certificates = this.folder.resolve("certificates-" + key(Certificates.PASSWORD, Certificates.SUBJECT));
		this.log = settings.work().resolve("prepare.log");
	}

	/**
	 * Prepares what is missing.
	 * @return the command of the prepared distribution
	 * @throws IllegalStateException if Keycloak cannot be had
	 */
	KeycloakCommand prepare() {
		try {
			Files.createDirectories(this.folder);
			try (FolderLock lock = FolderLock.acquire(this.folder)) {
				lock.deleteLeftovers();
				if (!Files.exists(this.home)) {
					prepareHome(lock.newLeftover());
				}
				if (!Files.exists(this.database)) {
					prepareDatabase(lock.newLeftover());
				}
				if (!Files.exists(this.certificates)) {
					prepareCertificates(lock.newLeftover());
				}
				lock.deleteLeftovers();
			}
			return new KeycloakCommand(this.home);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not prepare Keycloak in " + this.folder, ex);
		}
	}

	/**
	 * Copies the prepared database.
	 * @param target the folder of a run
	 */
	void copyDatabase(Path target) {
		try {
			Files.createDirectories(target);
			Files.copy(this.database, target.resolve(DATABASE_FILE));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not copy Keycloak's database to " + target, ex);
		}
	}

	/**
	 * Returns the prepared certificates.
	 * @return the certificates
	 */
	Certificates certificates() {
		return Certificates.in(this.certificates);
	}

	/**
	 * Names the database of a folder. What it has committed survives a kill.
	 * @param folder the folder
	 * @return the JDBC URL
	 */
	static String databaseUrl(Path folder) {
		return "jdbc:h2:file:" + folder.toAbsolutePath().resolve(DATABASE)
				+ ";NON_KEYWORDS=VALUE;DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";
	}

	private static String key(String... ingredients) {
		return Fingerprint.of(String.join("\n", ingredients)).substring(0, 12);
	}

	private void prepareHome(Path draft) throws IOException {
		if (!Files.isReadable(this.settings.zip())) {
			throw new IllegalStateException("No Keycloak distribution at " + this.settings.zip());
		}
		ZipFolder.extract(this.settings.zip(), "keycloak-" + this.settings.version(), draft);
		new KeycloakCommand(draft).run(this.log, BUILD);
		Files.move(draft, this.home, StandardCopyOption.ATOMIC_MOVE);
	}

	private void prepareCertificates(Path draft) throws IOException {
		Certificates.create(draft);
		Files.move(draft, this.certificates, StandardCopyOption.ATOMIC_MOVE);
	}

	private void prepareDatabase(Path draft) throws IOException {
		Files.createDirectories(draft);
		Path realm = draft.resolve("realm.json");
		Files.writeString(realm, RealmFile.named("platform"));
		new KeycloakCommand(this.home).run(this.log, "import", "--optimized", "--cache=local",
				"--db-url=" + databaseUrl(draft), "--file=" + realm);
		Files.move(draft.resolve(DATABASE_FILE), this.database, StandardCopyOption.ATOMIC_MOVE);
	}

}
