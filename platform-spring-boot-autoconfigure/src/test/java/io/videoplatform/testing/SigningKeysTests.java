package io.videoplatform.testing;

import java.util.List;
import java.util.stream.Stream;

import com.nimbusds.jose.jwk.RSAKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link SigningKeys}.
 */
class SigningKeysTests {

	@Test
	void nextWhenPlatformsRunThenTheyHaveDifferentKeys() {
		try (SigningKeys one = new SigningKeys(); SigningKeys other = new SigningKeys()) {
			List<RSAKey> keys = List.of(one.next("first"), one.next("second"), other.next("third"));
			assertThat(keys).extracting(RSAKey::getKeyID).containsExactly("first", "second", "third");
			assertThat(keys).extracting(RSAKey::getModulus).doesNotHaveDuplicates();
		}
	}

	@Test
	void closeWhenTwiceThenKeyIsUsedAgainByOne() {
		SigningKeys ended = new SigningKeys();
		RSAKey key = ended.next("ended");
		ended.close();
		ended.close();
		try (SigningKeys successor = new SigningKeys()) {
			RSAKey again = Stream.generate(() -> successor.next("again"))
				.filter((next) -> next.getModulus().equals(key.getModulus()))
				.findFirst()
				.orElseThrow();
			assertThat(again.getKeyID()).isEqualTo("again");
			assertThat(successor.next("another").getModulus()).isNotEqualTo(key.getModulus());
		}
	}

}
