package io.videoplatform;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds files of the repository by the end of their names; without those that a build
 * writes and without hidden folders.
 */
final class RepositoryFiles extends SimpleFileVisitor<Path> {

	static final Path ROOT = Path.of("..");

	private final String suffix;

	private final List<Path> found = new ArrayList<>();

	private RepositoryFiles(String suffix) {
		this.suffix = suffix;
	}

	/**
	 * Return the files below a folder.
	 */
	static List<Path> below(Path folder, String suffix) throws IOException {
		RepositoryFiles files = new RepositoryFiles(suffix);
		Files.walkFileTree(folder, files);
		return files.found.stream().map(Path::normalize).sorted().toList();
	}

	@Override
	public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
		String name = folder.getFileName().toString();
		boolean isOther = name.equals("target") || (name.startsWith(".") && !folder.equals(ROOT));
		return isOther ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
	}

	@Override
	public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
		if (file.toString().endsWith(this.suffix)) {
			this.found.add(file);
		}
		return FileVisitResult.CONTINUE;
	}

	/**
	 * Other files may be gone by now, such as the one by which another JVM of the build
	 * attaches an agent to itself.
	 */
	@Override
	public FileVisitResult visitFileFailed(Path file, IOException ex) throws IOException {
		return file.toString().endsWith(this.suffix) ? super.visitFileFailed(file, ex) : FileVisitResult.CONTINUE;
	}

}
