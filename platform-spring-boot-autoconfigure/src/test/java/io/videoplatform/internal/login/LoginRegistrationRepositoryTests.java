package io.videoplatform.internal.login;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.videoplatform.PlatformDiscoveryException;
import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Which registration a login gets, and keeps.
 */
class LoginRegistrationRepositoryTests {

	private static final Duration LONG = Duration.ofDays(3);

	private final LoginParts parts = new LoginParts();

	private LoginRegistrationRepository registrations = this.parts.registrations;

	@AfterEach
	void close() {
		this.parts.close();
	}

	private ClientRegistration find(String id) {
		return LoginParts.get(this.registrations.find(id));
	}

	private ClientRegistration begin() {
		return LoginParts.get(this.registrations.begin(this.parts.client));
	}

	private static Throwable failure(CompletableFuture<?> future) {
		Throwable thrown = catchThrowable(() -> future.get(LoginParts.PATIENCE.toSeconds(), TimeUnit.SECONDS));
		assertThat(thrown).isNotNull().hasCauseInstanceOf(RuntimeException.class);
		return thrown.getCause();
	}

	private void change(String member, String value) {
		this.parts.provider.documents().metadata((document) -> document.put(member, value));
		this.parts.clock.advance(Duration.ofHours(2));
	}

	@ParameterizedTest
	@ValueSource(strings = { "google", "", "platform-third", "@platform", "google@0123456789abcdef" })
	void findWhenNotOursThenNothingAndNobodyIsAsked(String id) {
		assertThat(this.registrations.find(id)).isCompletedWithValue(null);
		assertThat(this.registrations.isOurs(id)).isFalse();
		assertThat(this.parts.provider.requests("")).isEmpty();
	}

	@Test
	void findWhenKnownThenWhatWasDiscoveredAndNobodyIsAskedAgain() {
		ClientRegistration found = find("platform");
		assertThat(found.getRegistrationId()).isEqualTo("platform");
		assertThat(found.getProviderDetails().getIssuerUri()).isEqualTo(this.parts.provider.issuer());
		assertThat(find("platform")).isSameAs(found);
		assertThat(find("platform-second").getRegistrationId()).isEqualTo("platform-second");
		assertThat(this.parts.provider.requests("openid-configuration")).hasSize(2);
	}

	@Test
	void findWhenNothingWasEverDiscoveredThenFails() {
		this.parts.provider.stop();
		assertThat(failure(this.registrations.find("platform"))).isInstanceOf(PlatformDiscoveryException.class);
	}

	@Test
	void findWhenProviderIsDownThenLastGoodForAsLongAsDiscoveryAllows() {
		ClientRegistration found = find("platform");
		this.parts.provider.stop();
		this.parts.clock.advance(Duration.ofHours(20));
		assertThat(find("platform")).usingRecursiveComparison().isEqualTo(found);
		this.parts.clock.advance(LONG);
		assertThat(failure(this.parts.client.current())).isInstanceOf(PlatformDiscoveryException.class);
		assertThat(failure(this.registrations.find("platform"))).isInstanceOf(PlatformDiscoveryException.class);
	}

	@Test
	void findWhenLastGoodCameFromALoginThenNoLongerThanDiscoveryAllows() {
		begin();
		this.parts.provider.stop();
		this.parts.clock.advance(LONG);
		assertThat(failure(this.registrations.find("platform"))).isInstanceOf(PlatformDiscoveryException.class);
	}

	@ParameterizedTest
	@ValueSource(ints = { 404, 410 })
	void findWhenConfigurationIsGoneThenLastGoodIsNotUsed(int status) {
		find("platform");
		this.parts.provider.fail("openid-configuration", status);
		this.parts.clock.advance(Duration.ofHours(2));
		assertThat(failure(this.registrations.find("platform"))).isInstanceOf(PlatformDiscoveryException.class)
			.hasMessageContaining("status " + status);
	}

	@Test
	void findWhenProviderIsBackThenWhatItSaysNow() {
		find("platform");
		this.parts.provider.stop();
		this.parts.clock.advance(LONG);
		failure(this.registrations.find("platform"));
		this.parts.provider.restart();
		change("token_endpoint", this.parts.provider.issuer() + "/other-token");
		assertThat(find("platform").getProviderDetails().getTokenUri()).endsWith("/other-token");
	}

	@Test
	void beginWhenProviderHasRespondedLatelyThenItIsNotAskedAgain() {
		begin();
		this.parts.clock.advance(Duration.ofSeconds(5));
		begin();
		assertThat(this.parts.provider.requests("openid-configuration")).hasSize(1);
		this.parts.clock.advance(Duration.ofMillis(1));
		begin();
		assertThat(this.parts.provider.requests("openid-configuration")).hasSize(2);
	}

	@Test
	void beginWhenProviderIsDownThenNobodyIsSentThereAndTheNextTryIsNamed() {
		begin();
		this.parts.provider.stop();
		this.parts.clock.advance(Duration.ofSeconds(6));
		Throwable failure = failure(this.registrations.begin(this.parts.client));
		assertThat(failure).isInstanceOfSatisfying(LoginUnavailableException.class, (ex) -> {
			assertThat(ex.getStep()).isEqualTo(PlatformStep.PROVIDER_CONFIGURATION);
			assertThat(ex.isRetryable()).isTrue();
			assertThat(ex.retryAfter(this.parts.clock.instant())).isBetween(1L, 60L);
		});
	}

	@Test
	void beginWhenProviderStatesNoIssuerThenRefused() {
		this.parts.provider.documents().metadata((document) -> document.remove("issuer"));
		assertThat(failure(this.registrations.begin(this.parts.client))).hasMessageContaining("states no 'issuer'");
	}

	@Test
	void findWhenDiscoveryHasChangedSinceThenALoginKeepsWhatItBeganWith() {
		ClientRegistration begun = begin();
		String handle = RegistrationHandle.of(begun).toString();
		assertThat(handle).matches("platform@[A-Za-z0-9_-]{16}");
		change("token_endpoint", this.parts.provider.issuer() + "/other-token");
		ClientRegistration now = begin();
		assertThat(now.getProviderDetails().getTokenUri()).endsWith("/other-token");
		assertThat(find(handle)).isSameAs(begun);
		assertThat(find("platform").getProviderDetails().getTokenUri()).endsWith("/other-token");
		assertThat(RegistrationHandle.of(now).toString()).isNotEqualTo(handle);
		assertThat(find(RegistrationHandle.of(now).toString())).isSameAs(now);
	}

	@Test
	void findWhenRestartedAndNothingHasChangedThenALoginGoesOn() {
		String handle = RegistrationHandle.of(begin()).toString();
		this.registrations = this.parts.registrations();
		assertThat(this.registrations.begun(RegistrationHandle.parse(handle))).isNull();
		assertThat(RegistrationHandle.of(find(handle)).toString()).isEqualTo(handle);
	}

	@Test
	void findWhenRestartedAndProviderHasChangedThenALoginDoesNotGoOn() {
		String handle = RegistrationHandle.of(begin()).toString();
		this.registrations = this.parts.registrations();
		change("token_endpoint", this.parts.provider.issuer() + "/other-token");
		begin();
		assertThat(this.registrations.find(handle).orTimeout(60, TimeUnit.SECONDS).join()).isNull();
	}

	@Test
	void findWhenRestartedAndProviderIsDownThenFailsAndIsNotTakenForUnknown() {
		String handle = RegistrationHandle.of(begin()).toString();
		this.registrations = this.parts.registrations();
		this.parts.provider.stop();
		this.parts.clock.advance(LONG);
		assertThat(failure(this.registrations.find(handle))).isInstanceOf(PlatformDiscoveryException.class);
	}

	static Stream<Consumer<ClientRegistration.Builder>> changes() {
		return Stream.of((builder) -> builder.clientId("other"), (builder) -> builder.issuerUri("https://other"),
				(builder) -> builder.authorizationUri("https://other"), (builder) -> builder.tokenUri("https://other"),
				(builder) -> builder.jwkSetUri("https://other"), (builder) -> builder.userInfoUri("https://other"),
				(builder) -> builder.registrationId("other"));
	}

	@ParameterizedTest
	@MethodSource("changes")
	void handleWhenWhatIsExchangedDiffersThenDiffers(Consumer<ClientRegistration.Builder> change) {
		ClientRegistration.Builder builder = ClientRegistration.withClientRegistration(begin());
		String before = RegistrationHandle.of(builder.build()).toString();
		change.accept(builder);
		assertThat(RegistrationHandle.of(builder.build()).toString()).isNotEqualTo(before);
	}

	@Test
	void handleWhenOtherThingsDifferThenTheSame() {
		ClientRegistration begun = begin();
		ClientRegistration other = ClientRegistration.withClientRegistration(begun)
			.scope("other")
			.clientName("other")
			.clientSecret("other")
			.build();
		assertThat(RegistrationHandle.of(other).toString()).isEqualTo(RegistrationHandle.of(begun).toString());
	}

	@Test
	void placeholdersWhenProviderIsDownThenClientsAreNamedAndLeadNowhere() {
		this.parts.provider.stop();
		assertThat(this.registrations.placeholders()).extracting(ClientRegistration::getRegistrationId)
			.containsExactly("platform", "platform-second");
		assertThat(this.registrations.placeholders()).allSatisfy((placeholder) -> {
			assertThat(placeholder.getProviderDetails().getAuthorizationUri()).isEqualTo("about:blank");
			assertThat(placeholder.getProviderDetails().getTokenUri()).isEqualTo("about:blank");
			assertThat(placeholder.getClientSecret()).isNullOrEmpty();
		});
	}

	@Test
	void isOursWhenHandleThenAsItsRegistration() {
		assertThat(this.registrations.isOurs("platform@0123456789abcdef")).isTrue();
		assertThat(this.registrations.isOurs("platform-second")).isTrue();
		assertThat(this.registrations.client(null)).isNull();
		assertThat(this.registrations.clients()).containsExactly(this.parts.client, this.parts.other);
	}

	@ParameterizedTest
	@CsvSource(nullValues = "-", emptyValue = "", value = { "platform-second@0123, platform-second, 0123",
			"platform, platform, -", "platform@, platform, ''", "a@b@c, a, b@c", "@b, '', b" })
	void handleWhenParsedThenItsPartsAndTheSameText(String text, String registrationId, @Nullable String digest) {
		RegistrationHandle handle = RegistrationHandle.parse(text);
		assertThat(handle).isEqualTo(new RegistrationHandle(registrationId, digest)).hasToString(text);
		assertThat(RegistrationHandle.inState(handle.toState("random~"))).isEqualTo(handle);
	}

}
