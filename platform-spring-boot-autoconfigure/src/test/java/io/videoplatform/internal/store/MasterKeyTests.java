package io.videoplatform.internal.store;

import java.util.HexFormat;

import io.videoplatform.internal.token.shared.RecordIdentity;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * {@link MasterKey}.
 */
class MasterKeyTests {

	private static final HexFormat HEX = HexFormat.of();

	/**
	 * RFC 5869, appendix A.1, of which the first block is used here.
	 */
	@Test
	void extractAndExpandWhenVectorOfTheSpecificationThenItsKey() {
		byte[] extracted = MasterKey.hmac(HEX.parseHex("000102030405060708090a0b0c"), HEX.parseHex("0b".repeat(22)));
		assertThat(HEX.formatHex(extracted))
			.isEqualTo("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
		assertThat(HEX.formatHex(MasterKey.expand(extracted, HEX.parseHex("f0f1f2f3f4f5f6f7f8f9"))))
			.isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
	}

	@Test
	void keyWhenTooShortThenRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new MasterKey(new byte[31]))
			.withMessage("A key needs at least 32 bytes, and this one has 31");
	}

	@Test
	void hashWhenIdentitiesDifferThenDiffers() {
		MasterKey key = new MasterKey(new byte[32]);
		String hash = key.hash(identity("issuer", "alice"));
		assertThat(hash).hasSize(64).isEqualTo(key.hash(identity("issuer", "alice")));
		assertThat(key.hash(identity("issuer", "Alice"))).isNotEqualTo(hash);
		assertThat(key.hash(identity("issuer", "alice "))).isNotEqualTo(hash);
		assertThat(key.hash(identity("issuera", "lice"))).isNotEqualTo(hash);
		assertThat(new MasterKey(HEX.parseHex("01".repeat(32))).hash(identity("issuer", "alice"))).isNotEqualTo(hash);
	}

	@Test
	void toStringThenNoKey() {
		assertThat(new MasterKey(HEX.parseHex("ab".repeat(32)))).asString().doesNotContain("abab");
	}

	private static RecordIdentity identity(String issuer, String subject) {
		return new RecordIdentity("https://api.example.com", "platform", issuer, subject, "login");
	}

}
