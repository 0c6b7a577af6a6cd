package io.videoplatform.internal.store.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * The binaries of PostgreSQL that are on the class path, for this operating system.
 */
final class PostgresBinaries {

	private PostgresBinaries() {
	}

	static void unpack(Path folder) throws IOException {
		String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
		try (InputStream file = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system,
				System.getProperty("os.arch"));
				TarArchiveInputStream archive = new TarArchiveInputStream(new XZCompressorInputStream(file))) {
			TarArchiveEntry entry = archive.getNextEntry();
			while (entry != null) {
				unpack(archive, entry, folder.resolve(entry.getName()));
				entry = archive.getNextEntry();
			}
		}
	}

	private static void unpack(InputStream archive, TarArchiveEntry entry, Path path) throws IOException {
		Files.createDirectories(entry.isDirectory() ? path : path.getParent());
		if (entry.isSymbolicLink()) {
			Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
		}
		else if (entry.isFile()) {
			Files.copy(archive, path);
			boolean executable = (entry.getMode() & 0100) != 0;
			Files.setPosixFilePermissions(path,
					PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
		}
	}

}
