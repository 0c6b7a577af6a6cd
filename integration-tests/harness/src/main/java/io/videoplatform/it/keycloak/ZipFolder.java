package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/**
 * Unpacks one folder of a zip file and keeps the permissions of its files.
 */
final class ZipFolder {

	private ZipFolder() {
	}

	/**
	 * Unpacks the folder.
	 * @param zip the zip file
	 * @param folder the folder at the zip file's root
	 * @param target what the folder becomes
	 * @throws IOException if the zip file has no such folder or cannot be read
	 */
	static void extract(Path zip, String folder, Path target) throws IOException {
		try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", "true"))) {
			Path source = archive.getPath("/" + folder);
			Files.walkFileTree(source, new Extraction(source, target));
		}
	}

	/**
	 * Copies each file that it visits.
	 */
	private static final class Extraction extends SimpleFileVisitor<Path> {

		private final Path source;

		private final Path target;

		Extraction(Path source, Path target) {
			this.source = source;
			this.target = target;
		}

		@Override
		public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
			Files.createDirectories(targetOf(folder));
			return FileVisitResult.CONTINUE;
		}

		@Override
		public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
			Path copy = targetOf(file);
			Files.copy(file, copy);
			Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
			return FileVisitResult.CONTINUE;
		}

		private Path targetOf(Path path) {
			return this.target.resolve(this.source.relativize(path).toString());
		}

	}

}
