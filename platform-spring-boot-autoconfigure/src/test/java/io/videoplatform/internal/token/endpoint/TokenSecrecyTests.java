package io.videoplatform.internal.token.endpoint;

import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import io.videoplatform.internal.registration.ClientCredentials;
import io.videoplatform.internal.registration.CredentialsFixtures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What holds tokens and secrets does not show them.
 */
class TokenSecrecyTests {

	static Stream<Object> holders() {
		AccessToken access = new AccessToken("s3cret", TokenFixtures.PROVIDER,
				TokenLifetime.of(300L, TokenLifetime.REFRESH_POINT, 0, 0, new Random(7)), 0, Set.of());
		RefreshToken refresh = TokenFixtures.refreshToken("s3cret", TokenFixtures.PROVIDER);
		return Stream.of(access, refresh, new GrantedTokens(access, refresh, "s3cret"),
				GrantParameters.refresh("s3cret"), CredentialsFixtures.of("platform", ClientCredentials.PASSWORD, "app",
						"s3cret", "developer", "s3cret", Set.of("openid")));
	}

	@ParameterizedTest
	@MethodSource("holders")
	void toStringThenNoSecretIsShown(Object holder) {
		assertThat(holder.toString()).isNotEmpty().doesNotContain("s3cret");
	}

}
