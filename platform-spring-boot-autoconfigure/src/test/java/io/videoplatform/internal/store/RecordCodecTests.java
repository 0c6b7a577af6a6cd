package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.videoplatform.PlatformError;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.StoreException;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@link RecordCodec} and {@link RecordCipher}.
 */
class RecordCodecTests {

	private static final MasterKey OLD = key(1);

	private static final MasterKey NEW = key(2);

	private static final RecordIdentity ALICE = new RecordIdentity("https://api.example.com", "platform",
			"https://id.example.com", "alice", "login-1");

	private static final TokenRecord RECORD = TokenRecord
		.first(new StoredTokens("access-token-value", Set.of("openid", "videos"), "https://id.example.com", 1_000,
				300_000, "refresh-token-value", StoredTokens.NO_END), Map.of("nonce", "n-1"), 900_000)
		.claimed("attempt", 5_000)
		.sent(6_000);

	private final RecordCodec codec = codec(OLD);

	@Test
	void readWhenWrittenThenTheSame() {
		for (TokenRecord record : List.of(RECORD, RECORD.ended(1_000_000, true),
				RECORD.failed(true, true, 300_000, 1_000_000))) {
			assertThat(this.codec.read(ALICE, this.codec.write(ALICE, record))).isEqualTo(record);
		}
	}

	@Test
	void writeThenNothingIsReadable() {
		String stored = new String(this.codec.write(ALICE, RECORD), StandardCharsets.ISO_8859_1);
		assertThat(stored).doesNotContain("access-token", "refresh-token", "alice", "id.example.com", "openid", "n-1");
		assertThat(this.codec.location(ALICE)).hasSize(64).doesNotContain("alice");
	}

	@Test
	void writeWhenTheSameTwiceThenDifferentBytes() {
		assertThat(this.codec.write(ALICE, RECORD)).isNotEqualTo(this.codec.write(ALICE, RECORD));
	}

	@Test
	void readWhenWrittenForAnotherThenUnreadable() {
		byte[] stored = this.codec.write(ALICE, RECORD);
		for (RecordIdentity other : others()) {
			assertUnreadable(this.codec, other, stored, "it was changed, or written for another key");
		}
	}

	private static List<RecordIdentity> others() {
		return List.of(new RecordIdentity("https://other.example.com", "platform", ALICE.issuer(), "alice", "login-1"),
				new RecordIdentity(ALICE.root(), "other", ALICE.issuer(), "alice", "login-1"),
				new RecordIdentity(ALICE.root(), "platform", "https://other.example.com", "alice", "login-1"),
				new RecordIdentity(ALICE.root(), "platform", ALICE.issuer(), "Alice", "login-1"),
				new RecordIdentity(ALICE.root(), "platform", ALICE.issuer(), "alice ", "login-1"),
				new RecordIdentity(ALICE.root(), "platform", ALICE.issuer(), "alice", "login-2"));
	}

	@Test
	void readWhenAnyByteIsChangedThenUnreadable() {
		byte[] stored = this.codec.write(ALICE, RECORD);
		for (int i = 0; i < stored.length; i++) {
			byte[] changed = stored.clone();
			changed[i] ^= 1;
			assertThatExceptionOfType(UnreadableRecordException.class)
				.isThrownBy(() -> this.codec.read(ALICE, changed));
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 8, 9, 16, 17, 32, 33, 44, 45, 46, 60, 61 })
	void readWhenCutOffThenUnreadable(int length) {
		byte[] stored = Arrays.copyOf(this.codec.write(ALICE, RECORD), length);
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> this.codec.read(ALICE, stored));
	}

	@Test
	void readWhenANewerVersionThenUnreadable() {
		byte[] stored = this.codec.write(ALICE, RECORD);
		stored[0] = 2;
		assertUnreadable(this.codec, ALICE, stored, "it has version 2, and this node knows version 1");
	}

	@Test
	void readWhenTheKeyIsNotConfiguredThenUnreadable() {
		assertUnreadable(codec(NEW), ALICE, this.codec.write(ALICE, RECORD),
				"its key '%s' is not configured".formatted(HexFormat.of().formatHex(OLD.id())));
	}

	@Test
	void readWhenTheKeyIsASecondOneThenTheSame() {
		RecordCodec rotated = codec(NEW, OLD);
		assertThat(rotated.read(ALICE, this.codec.write(ALICE, RECORD))).isEqualTo(RECORD);
		assertThat(codec(OLD, NEW).read(ALICE, rotated.write(ALICE, RECORD))).isEqualTo(RECORD);
		assertThat(rotated.location(ALICE)).isEqualTo(this.codec.location(ALICE));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"identity\":secret", "{\"record\":{\"secret\":1}}", "{\"record\":[\"secret\"]}",
			"secret", "" })
	void readWhenContentIsMalformedThenUnreadableWithoutIt(String content) {
		byte[] stored = cipher(OLD).encrypt(ALICE, 1, content.getBytes(StandardCharsets.UTF_8));
		assertUnreadable(this.codec, ALICE, stored, "its content is malformed");
	}

	private static void assertUnreadable(RecordCodec codec, RecordIdentity identity, byte[] stored, String reason) {
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> codec.read(identity, stored))
			.withMessage("A stored record cannot be read: " + reason)
			.returns(PlatformError.STORE_KEYS, StoreException::errorOf);
	}

	private static RecordCodec codec(MasterKey... keys) {
		return new RecordCodec(cipher(keys), (unreadable) -> {
		});
	}

	private static RecordCipher cipher(MasterKey... keys) {
		return new RecordCipher(List.of(keys), key(9), new SecureRandom());
	}

	private static MasterKey key(int fill) {
		byte[] key = new byte[32];
		Arrays.fill(key, (byte) fill);
		return new MasterKey(key);
	}

}
