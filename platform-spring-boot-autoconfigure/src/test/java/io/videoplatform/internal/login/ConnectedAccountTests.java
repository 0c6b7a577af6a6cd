package io.videoplatform.internal.login;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.serializer.support.SerializingConverter;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose a connected account is.
 */
@Tag("full")
class ConnectedAccountTests {

	private static final ClientRegistration PLATFORM = ClientRegistration.withRegistrationId("platform")
		.clientId("web")
		.authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
		.redirectUri("{baseUrl}")
		.authorizationUri("https://provider.example/auth")
		.tokenUri("https://provider.example/token")
		.build();

	private static Authentication form(String name) {
		return UsernamePasswordAuthenticationToken.authenticated(name, null, List.of());
	}

	private static Authentication at(String registrationId, String name) {
		return new OAuth2AuthenticationToken(new DefaultOAuth2User(List.of(), Map.of("sub", name), "sub"), List.of(),
				registrationId);
	}

	private static Authentication nobody(String name) {
		return new AnonymousAuthenticationToken("key", name, AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));
	}

	private static OAuth2AuthorizedClient account() {
		Instant now = Instant.now();
		return new OAuth2AuthorizedClient(PLATFORM, "web",
				new OAuth2AccessToken(OAuth2AccessToken.TokenType.BEARER, "access", now, now.plusSeconds(300)));
	}

	static Stream<Authentication> users() {
		return Stream.of(form("ann"), form("corp\nann"), at("corp", "ann"), at("other", "ann"), form("anonymousUser"),
				nobody("anonymousUser"));
	}

	@ParameterizedTest
	@MethodSource("users")
	void ofWhenUserHasConnectedItThenThatUsersAlone(Authentication user) {
		OAuth2AuthorizedClient kept = ConnectedAccount.kept(account(), user);
		assertThat(users().filter((other) -> ConnectedAccount.of(kept, other) != null)).containsExactly(user);
		OAuth2AuthorizedClient found = ConnectedAccount.of(kept, user);
		assertThat(found).isNotNull();
		assertThat(found.getPrincipalName()).isEqualTo(user.getName());
		assertThat(found.getAccessToken()).isEqualTo(kept.getAccessToken());
	}

	@Test
	void keptThenWithoutTheSecretOfItsClient() {
		OAuth2AuthorizedClient account = ConnectedAccount.withSecret(account(), "client-secret");
		OAuth2AuthorizedClient kept = ConnectedAccount.kept(account, form("ann"));
		assertThat(new String(new SerializingConverter().convert(kept), StandardCharsets.ISO_8859_1))
			.doesNotContain("client-secret");
		assertThat(ConnectedAccount.withSecret(kept, "client-secret").getClientRegistration().getClientSecret())
			.isEqualTo("client-secret");
	}

	@Test
	void ofWhenNobodyHasSeveralNamesThenTheSame() {
		OAuth2AuthorizedClient kept = ConnectedAccount.kept(account(), nobody("anonymous"));
		assertThat(ConnectedAccount.of(kept, nobody("anonymousUser"))).isNotNull();
		assertThat(ConnectedAccount.of(kept, null)).isNotNull();
	}

}
