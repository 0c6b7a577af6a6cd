package io.videoplatform.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Long texts as no honest server sends them. Who reads text from outside reads each of
 * them to its end, or refuses it, in time and on an ordinary stack.
 */
public final class HostileText {

	private static final Duration DEADLINE = Duration.ofSeconds(60);

	private static final int LENGTH = 100_000;

	private static final List<String> UNITS = List.of("\"", "\\", "\\\"", "\"\\", "\"a\"", "a", "\u00e9",
			"\ud83d\ude00", "\ud800", " ", "\t", "\n", "=", "a=", "a=\"", ",", ", ", "a,", "a b,", "a=b, ", "0", "9",
			"1.", ".", "..", "/", "/..", "//", "-", "+", "%", "%2e", "~", ";", ":", "&", "?", "#", "[", "[[", "{",
			"{\"a\":", "[{", "\\u0000", "<", "*/*,", "text/html;q=", "GMT ", "Mon, ", "127.", "0x", "AAAA", "e30.");

	private HostileText() {
	}

	/**
	 * Feed all texts to a reader, each after some beginnings that let it begin well. A
	 * {@link RuntimeException} is a refusal; an {@link Error} is not.
	 * @param reader the reader
	 * @param beginnings what a text may begin with, besides nothing
	 */
	public static void feed(Consumer<String> reader, String... beginnings) {
		CompletableFuture<Void> reading = CompletableFuture
			.runAsync(() -> texts(beginnings).forEach((text) -> read(reader, text)), HostileText::start);
		assertThat(reading).succeedsWithin(DEADLINE);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "hostile-text");
		thread.setDaemon(true);
		thread.start();
	}

	private static Stream<String> texts(String... beginnings) {
		return UNITS.stream()
			.map((unit) -> unit.repeat(LENGTH / unit.length()))
			.flatMap((text) -> Stream.concat(Stream.of(text, text + "x"),
					Stream.of(beginnings).map((beginning) -> beginning + text)));
	}

	private static void read(Consumer<String> reader, String text) {
		try {
			reader.accept(text);
		}
		catch (RuntimeException ex) {
			// A refusal is an response, too
			return;
		}
	}

}
