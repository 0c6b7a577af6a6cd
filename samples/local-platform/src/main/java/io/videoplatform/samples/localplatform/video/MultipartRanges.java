package io.videoplatform.samples.localplatform.video;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

import org.springframework.http.MediaType;

/**
 * Several ranges of a video in one body (RFC 9110, section 14.6).
 */
final class MultipartRanges {

	private final String boundary = UUID.randomUUID().toString();

	private final VideoContent content;

	private final List<ByteRanges.Range> ranges;

	MultipartRanges(VideoContent content, List<ByteRanges.Range> ranges) {
		this.content = content;
		this.ranges = List.copyOf(ranges);
	}

	MediaType contentType() {
		return MediaType.parseMediaType("multipart/byteranges; boundary=" + this.boundary);
	}

	long contentLength() {
		return end().length + this.ranges.stream().mapToLong((range) -> head(range).length + range.length()).sum();
	}

	InputStream open() throws IOException {
		List<InputStream> parts = new ArrayList<>();
		for (ByteRanges.Range range : this.ranges) {
			parts.add(new ByteArrayInputStream(head(range)));
			parts.add(RangeStream.open(this.content.file(), range));
		}
		parts.add(new ByteArrayInputStream(end()));
		return new SequenceInputStream(Collections.enumeration(parts));
	}

	private byte[] head(ByteRanges.Range range) {
		return "\r\n--%s\r\nContent-Type: %s\r\nContent-Range: %s\r\n\r\n"
			.formatted(this.boundary, this.content.contentType(), range.of(this.content.size()))
			.getBytes(StandardCharsets.US_ASCII);
	}

	private byte[] end() {
		return "\r\n--%s--\r\n".formatted(this.boundary).getBytes(StandardCharsets.US_ASCII);
	}

}
