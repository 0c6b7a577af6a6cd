package io.videoplatform.it.keycloak;

import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link FolderLock}.
 */
class FolderLockTests {

	private final Path folder;

	FolderLockTests(@TempDir Path folder) {
		this.folder = folder;
	}

	@Test
	void deleteLeftoversWhenSomeoneDiedThenOnlyFinishedEntriesStay() throws IOException {
		Path finished = Files.createDirectory(this.folder.resolve("home"));
		try (FolderLock lock = FolderLock.acquire(this.folder)) {
			Path leftover = Files.createDirectories(lock.newLeftover().resolve("bin"));
			Files.writeString(leftover.resolve("kc.sh"), "half");
			lock.deleteLeftovers();
			assertThat(leftover.getParent()).doesNotExist();
			assertThat(finished).exists();
		}
	}

	@Test
	void acquireWhenHeldThenRefusedUntilClosed() throws IOException {
		try (FolderLock lock = FolderLock.acquire(this.folder)) {
			assertThat(lock).isNotNull();
			assertThatExceptionOfType(OverlappingFileLockException.class)
				.isThrownBy(() -> FolderLock.acquire(this.folder));
		}
		try (FolderLock lock = FolderLock.acquire(this.folder)) {
			assertThat(lock).isNotNull();
		}
	}

}
