package io.videoplatform.internal.login;

import java.time.Duration;

import io.videoplatform.PlatformStep;
import io.videoplatform.internal.login.oidc.LoginUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.security.oauth2.client.registration.ClientRegistration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Which registration a login gets, and keeps.
 */
class LoginRegistrationRepositoryTests {

	private static final Duration LONG = Duration.ofDays(3);

	private final LoginParts parts = new LoginParts();

	private final LoginRegistrationRepository registrations = this.parts.registrations;

	@AfterEach
	void close() {
		this.parts.close();
	}

	private ClientRegistration find(String id) {
		return LoginParts.get(this.registrations.find(id));
	}

	private ClientRegistration begin() {
		return LoginParts.get(this.parts.client.begin());
	}

	private static Throwable failure(Mono<?> work) {
		return catchThrowable(() -> work.block(LoginParts.PATIENCE));
	}

	@ParameterizedTest
	@ValueSource(strings = { "google", "", "platform-third", "@platform", "google@0123456789abcdef" })
	void findWhenNotOursThenNothingAndNobodyIsAsked(String id) {
		assertThat(this.registrations.find(id).block(LoginParts.PATIENCE)).isNull();
		assertThat(this.registrations.client(id)).isNull();
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
		Throwable failure = failure(this.parts.client.begin());
		assertThat(failure).isInstanceOfSatisfying(LoginUnavailableException.class, (ex) -> {
			assertThat(ex.getStep()).isEqualTo(PlatformStep.PROVIDER_CONFIGURATION);
			assertThat(ex.isRetryable()).isTrue();
			assertThat(ex.retryAfter(this.parts.clock.instant())).isBetween(1L, 60L);
		});
	}

	@Test
	void beginWhenProviderStatesNoIssuerThenRefused() {
		this.parts.provider.documents().metadata((document) -> document.remove("issuer"));
		assertThat(failure(this.parts.client.begin())).hasMessageContaining("states no 'issuer'");
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

}
