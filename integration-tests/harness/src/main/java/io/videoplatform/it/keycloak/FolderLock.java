package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The right of one process to write into a folder, given back by the operating system
 * when the process dies.
 */
final class FolderLock implements AutoCloseable {

	private static final String LEFTOVER = ".part";

	private final Path folder;

	private final FileChannel channel;

	private FolderLock(Path folder, FileChannel channel) {
		this.folder = folder;
		this.channel = channel;
	}

	/**
	 * Waits for the lock.
	 * @param folder the folder to write into
	 * @return the lock
	 * @throws IOException if the folder cannot be locked
	 */
	static FolderLock acquire(Path folder) throws IOException {
		FileChannel channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE);
		try {
			channel.lock();
			return new FolderLock(folder, channel);
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	/**
	 * Names a new entry of the folder that counts as unfinished until it is renamed.
	 * @return the path, at which nothing exists yet
	 */
	Path newLeftover() {
		return this.folder.resolve(UUID.randomUUID() + LEFTOVER);
	}

	/**
	 * Deletes what a killed process, or this one, left unfinished.
	 * @throws IOException if something cannot be deleted
	 */
	void deleteLeftovers() throws IOException {
		try (Stream<Path> entries = Files.list(this.folder)) {
			for (Path entry : entries.filter((path) -> path.toString().endsWith(LEFTOVER)).toList()) {
				deleteTree(entry);
			}
		}
	}

	@Override
	public void close() throws IOException {
		this.channel.close();
	}

	private static void deleteTree(Path tree) throws IOException {
		List<Path> deepestFirst;
		try (Stream<Path> paths = Files.walk(tree)) {
			deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
		}
		for (Path path : deepestFirst) {
			Files.delete(path);
		}
	}

}
