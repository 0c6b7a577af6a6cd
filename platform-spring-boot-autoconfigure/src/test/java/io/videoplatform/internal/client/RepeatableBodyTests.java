package io.videoplatform.internal.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.StreamingHttpOutputMessage.Body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whether a body is the same when it is written again.
 */
class RepeatableBodyTests {

	/**
	 * A body that writes other chunks each time.
	 */
	private static Body writing(String... texts) {
		Iterator<String> each = List.of(texts).iterator();
		return (output) -> {
			for (String chunk : each.next().split(" ")) {
				output.write(chunk.getBytes(StandardCharsets.UTF_8));
			}
		};
	}

	private static String write(RepeatableBody body) throws IOException {
		ByteArrayOutputStream output = new ByteArrayOutputStream();
		body.writeTo(output);
		return output.toString(StandardCharsets.UTF_8);
	}

	@Test
	void sameWhenNothingWasWrittenThenTrue() {
		assertThat(new RepeatableBody(writing()).isSameAgain()).isTrue();
	}

	@Test
	void sameWhenTheSameBytesComeInOtherPiecesThenTrue() throws IOException {
		RepeatableBody body = new RepeatableBody(writing("a bc d", "ab c d", "abcd"));
		assertThat(write(body)).isEqualTo("abcd");
		assertThat(body.isSameAgain()).isTrue();
		assertThat(write(body)).isEqualTo("abcd");
	}

	@ParameterizedTest
	@ValueSource(strings = { "abcde", "abc", "abce", "" })
	void sameWhenOtherBytesComeThenFalse(String again) throws IOException {
		RepeatableBody body = new RepeatableBody(writing("abcd", again));
		write(body);
		assertThat(body.isSameAgain()).isFalse();
	}

	@Test
	void sameWhenItCannotBeWrittenAgainThenFalse() throws IOException {
		RepeatableBody body = new RepeatableBody(writing("abcd"));
		write(body);
		assertThat(body.isSameAgain()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "true, abcdef", "true, abcd", "false, abc", "false, cdefgh" })
	void sameWhenTheFirstWasNotWrittenToItsEndThenTheBeginningIsCompared(String expected) {
		RepeatableBody body = new RepeatableBody(writing("ab cd ef", expected.split(", ")[1]));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> body.writeTo(new Closing(2)));
		assertThat(body.isSameAgain()).isEqualTo(expected.startsWith("true"));
	}

	/**
	 * Is closed by its reader after a number of pieces.
	 */
	private static final class Closing extends OutputStream {

		private int left;

		Closing(int pieces) {
			this.left = pieces;
		}

		@Override
		public void write(int value) throws IOException {
			throw new IOException("closed");
		}

		@Override
		public void write(byte[] bytes, int offset, int count) throws IOException {
			if (--this.left == 0) {
				throw new IOException("closed");
			}
		}

	}

}
