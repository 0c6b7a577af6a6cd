package io.videoplatform.internal.store;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.videoplatform.internal.event.EventPublisher;
import io.videoplatform.internal.store.RecordCodec.Element;
import io.videoplatform.internal.store.RecordStore.Write;
import io.videoplatform.internal.token.shared.RecordIdentity;
import io.videoplatform.internal.token.shared.StoredTokens;
import io.videoplatform.internal.token.shared.TokenRecord;
import io.videoplatform.internal.token.shared.UnreadableRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.core.io.ClassPathResource;
import org.springframework.util.function.ThrowingSupplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * What nodes of other versions have stored: records of 28 November 2026, and such with
 * members that this version does not know or that are missing.
 */
class FormerRecordTests {

	private static final String ISSUER = "https://id.example.com";

	private static final String ROOT = "https://api.example.com";

	private static final RecordIdentity ALICE = new RecordIdentity(ROOT, "platform", ISSUER, "alice", "login-1");

	private static final RecordIdentity APPLICATION = new RecordIdentity(ROOT, "service", ISSUER, "",
			"credentials-digest");

	private static final TokenRecord FIRST = TokenRecord.first(
			new StoredTokens("access-1", Set.of("openid", "videos"), ISSUER, 1_000, 300_000, "refresh-1", 1_800_000),
			Map.of("iss", ISSUER, "sub", "alice", "sid", "session-1"), 1_860_000);

	private static final TokenRecord SENT = FIRST.claimed("attempt-1", 9_000).sent(27_000);

	private static final TokenRecord NONE = TokenRecord.none(7_200_000);

	private static final JsonMapper JSON = JsonMapper.shared();

	private static final Map<String, String[]> STORED = stored();

	private final RecordCipher cipher = cipher();

	private final RecordCodec codec = new RecordCodec(this.cipher, (unreadable) -> {
	});

	private static Map<String, String[]> stored() {
		String text = ThrowingSupplier
			.of(() -> new ClassPathResource("store/records-2026-11-28.txt").getContentAsString(StandardCharsets.UTF_8))
			.get();
		return text.lines()
			.map((line) -> line.split(" "))
			.collect(Collectors.toMap((parts) -> parts[1], (parts) -> parts));
	}

	private static RecordCipher cipher() {
		byte[] key = new byte[MasterKey.LENGTH];
		Arrays.fill(key, (byte) 7);
		MasterKey master = new MasterKey(key);
		return new RecordCipher(List.of(master), master, new SecureRandom());
	}

	private static String location(String name) {
		return STORED.get(name)[2];
	}

	private static byte[] content(String name) {
		return Base64.getDecoder().decode(STORED.get(name)[3]);
	}

	static Stream<Arguments> records() {
		StoredTokens endless = new StoredTokens("access-2", Set.of("openid"), ISSUER, 2_000, 300_000, "refresh-2",
				StoredTokens.NO_END);
		StoredTokens bare = new StoredTokens("access-3", Set.of(), ISSUER, 3_000, 60_000, null, StoredTokens.NO_END);
		return Stream.of(arguments("idle", ALICE, FIRST),
				arguments("claimed", ALICE, FIRST.claimed("attempt-1", 9_000)), arguments("sent", ALICE, SENT),
				arguments("in-doubt", ALICE, SENT.failed(true, false, 29_000, 40_000)),
				arguments("refused-client", ALICE, SENT.failed(false, true, 60_000, 40_000)),
				arguments("renewed", ALICE, SENT.followedBy(endless, 29_000_000)),
				arguments("refused", ALICE, SENT.refused()), arguments("ended", ALICE, SENT.ended(90_000_000, false)),
				arguments("ended-revocable", ALICE, SENT.ended(90_000_000, true)), arguments("none", APPLICATION, NONE),
				arguments("application", APPLICATION,
						NONE.claimed("attempt-2", 9_000).sent(27_000).followedBy(bare, 7_300_000)));
	}

	@ParameterizedTest
	@MethodSource("records")
	void readWhenRecordIsOfNovemberThenTheSame(String name, RecordIdentity identity, TokenRecord expected) {
		assertThat(this.codec.location(identity)).isEqualTo(location(name));
		assertThat(this.codec.read(identity, content(name))).isEqualTo(expected);
	}

	@Test
	void readWhenSetIsOfNovemberThenTheSame() {
		RecordIdentity logins = new RecordIdentity(ROOT, "platform", ISSUER, "alice", "set:logins");
		assertThat(this.codec.location(logins)).isEqualTo(location("logins"));
		assertThat(this.codec.readElements(logins, content("logins")))
			.containsExactly(new Element("login-1 session-1", 601_000), new Element("login-2 session-2", 1_201_000));
		RecordIdentity sessions = new RecordIdentity(ROOT, "platform", ISSUER, "alice", "set:sessions");
		assertThat(this.codec.readElements(sessions, content("sessions"))).extracting(Element::value)
			.startsWith("", "{\"id\":\"id-1\",\"login\":\"login-1\",\"sid\":\"session-1\",\"subject\":\"alice\"}");
	}

	@Test
	void runWhenMarkOfTheKeysIsOfNovemberThenTheSameKey() {
		MemoryRecordStore store = new MemoryRecordStore(Clock.systemUTC());
		store.replace(location("index-key"), null, new Write("stamp", 0, content("index-key"), Duration.ofHours(1)))
			.block();
		new MonitoredRecordStore(store, this.cipher, new StoreStatus(new EventPublisher((event) -> {
		}, Clock.systemUTC())), Schedulers.parallel()).check().block();
		assertThat(store.read(location("index-key")).block()).returns("stamp", StoredEntry::stamp);
	}

	private ObjectNode json(TokenRecord record) {
		byte[] written = this.codec.write(ALICE, record);
		return (ObjectNode) JSON.readTree(this.cipher.decrypt(ALICE, written));
	}

	private TokenRecord read(ObjectNode json) {
		return this.codec.read(ALICE, this.cipher.encrypt(ALICE, 1, JSON.writeValueAsBytes(json)));
	}

	@Test
	void readWhenMembersAreUnknownThenSkipped() {
		ObjectNode json = json(SENT);
		json.put("later", "text");
		json.withObject("identity").put("later", 1);
		json.withObject("record").putObject("later").put("deep", true);
		json.withObject("record").withObject("tokens").putArray("later").add(1);
		assertThat(read(json)).isEqualTo(SENT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "revision", "attempt", "claimedUntil", "inDoubt", "failures", "declines", "claims" })
	void readWhenMemberOfTheRecordIsMissingThenFilled(String member) {
		ObjectNode json = json(FIRST);
		json.withObject("record").remove(member);
		assertThat(read(json)).returns(FIRST.tokens(), TokenRecord::tokens)
			.returns(member.equals("claims") ? Map.of() : FIRST.claims(), TokenRecord::claims)
			.returns(0, TokenRecord::declines);
	}

	@ParameterizedTest
	@ValueSource(strings = { "scopes", "refreshExpiresAt", "refreshToken", "lifetime", "requestedAt" })
	void readWhenMemberOfTheTokensIsMissingThenFilled(String member) {
		ObjectNode json = json(FIRST);
		json.withObject("record").withObject("tokens").remove(member);
		assertThat(read(json).tokens()).isNotNull()
			.returns("access-1", StoredTokens::accessToken)
			.returns(member.equals("refreshExpiresAt") ? StoredTokens.NO_END : 1_800_000L,
					StoredTokens::refreshExpiresAt);
	}

	@ParameterizedTest
	@ValueSource(strings = { "generation", "phase", "expiresAt", "accessToken", "tokenEndpoint" })
	void readWhenMemberWithoutWhichNothingIsKnownIsMissingThenUnreadable(String member) {
		ObjectNode json = json(FIRST);
		json.withObject("record").remove(member);
		json.withObject("record").withObject("tokens").remove(member);
		assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> read(json))
			.withMessageEndingWith("its content is malformed");
	}

}
