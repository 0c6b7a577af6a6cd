package io.videoplatform.samples.localplatform.video;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.videoplatform.samples.localplatform.LocalPlatformProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.server.ResponseStatusException;

/**
 * Files with the videos' bytes, in a temporary directory that goes with the process. A
 * video of any size passes through one small buffer.
 */
@Component
class ContentStore implements DisposableBean {

	private final Path directory;

	private final long maxSize;

	ContentStore(LocalPlatformProperties properties) throws IOException {
		this.directory = Files.createTempDirectory("local-platform-");
		this.maxSize = properties.maxUploadSize().toBytes();
	}

	/**
	 * Keep the bytes of a video.
	 * @param contentType the media type
	 * @param input the bytes, read to the end but not closed
	 * @return the content
	 * @throws IOException if the bytes cannot be read or written; nothing is kept then
	 * @throws ResponseStatusException if there are more bytes than allowed; nothing is
	 * kept then
	 */
	VideoContent save(String contentType, InputStream input) throws IOException {
		Path file = Files.createTempFile(this.directory, "video-", ".bin");
		boolean saved = false;
		try {
			VideoContent content = write(contentType, input, file);
			saved = true;
			return content;
		}
		finally {
			if (!saved) {
				Files.deleteIfExists(file);
			}
		}
	}

	private VideoContent write(String contentType, InputStream input, Path file) throws IOException {
		MessageDigest digest = sha256();
		long size = 0;
		byte[] buffer = new byte[8192];
		try (OutputStream output = new DigestOutputStream(Files.newOutputStream(file), digest)) {
			for (int length = input.read(buffer); length != -1; length = input.read(buffer)) {
				size += length;
				checkSize(size);
				output.write(buffer, 0, length);
			}
		}
		return new VideoContent(contentType, size, HexFormat.of().formatHex(digest.digest()), file);
	}

	private void checkSize(long size) {
		if (size > this.maxSize) {
			throw new ResponseStatusException(HttpStatus.CONTENT_TOO_LARGE,
					"A video must not be larger than " + this.maxSize + " bytes");
		}
	}

	void delete(@Nullable VideoContent content) throws IOException {
		if (content != null) {
			Files.deleteIfExists(content.file());
		}
	}

	@Override
	public void destroy() throws IOException {
		FileSystemUtils.deleteRecursively(this.directory);
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
