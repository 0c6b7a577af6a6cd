package io.videoplatform.samples.localplatform.video;

import java.nio.file.Path;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Uploaded bytes of a video.
 *
 * @param contentType media type that came with the upload
 * @param size number of bytes
 * @param sha256 digest in hexadecimal digits
 * @param file where the bytes are kept
 */
record VideoContent(String contentType, long size, String sha256, @JsonIgnore Path file) {

}
