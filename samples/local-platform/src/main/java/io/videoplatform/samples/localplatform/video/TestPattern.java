package io.videoplatform.samples.localplatform.video;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Small moving picture, always the same for the same number: three seconds of raw
 * YUV4MPEG2 video, which common players show.
 */
final class TestPattern {

	static final String CONTENT_TYPE = "video/x-yuv4mpeg";

	private static final int WIDTH = 64;

	private static final int HEIGHT = 36;

	private static final int FRAMES = 30;

	private static final byte[] HEADER = ascii("YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420jpeg\n".formatted(WIDTH, HEIGHT));

	private static final byte[] FRAME = ascii("FRAME\n");

	private TestPattern() {
	}

	static InputStream stream(int number) {
		int frameSize = FRAME.length + WIDTH * HEIGHT * 3 / 2;
		ByteBuffer video = ByteBuffer.allocate(HEADER.length + FRAMES * frameSize).put(HEADER);
		for (int frame = 0; frame < FRAMES; frame++) {
			putFrame(video, number, frame);
		}
		return new ByteArrayInputStream(video.array());
	}

	private static void putFrame(ByteBuffer video, int number, int frame) {
		video.put(FRAME);
		for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
			int x = pixel % WIDTH;
			int y = pixel / WIDTH;
			video.put((byte) (16 + (x * 3 + y * number + frame * 8) % 220));
		}
		for (int sample = 0; sample < WIDTH * HEIGHT / 4; sample++) {
			video.put((byte) (64 + number * 37 % 128));
		}
		for (int sample = 0; sample < WIDTH * HEIGHT / 4; sample++) {
			video.put((byte) (64 + number * 59 % 128));
		}
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
