package io.videoplatform.test.app;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.oidcLogin;

/**
 * The pages of an application with logins, with users of Spring Security's test support.
 */
@WebMvcTest(controllers = PlatformPage.class,
		properties = { "platform.grant-type=authorization_code", "platform.store.type=redis" })
@AutoConfigureMockPlatform
class WebMvcSliceTests {

	@Autowired
	private MockMvcTester mvc;

	@BeforeEach
	void stub(MockPlatform platform) {
		platform.stub("videos", "[\"Intro\"]");
	}

	@Test
	void titlesWhenUserIsLoggedInThenCalledWithThatUsersToken(@Autowired MockPlatform platform) {
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin().idToken((token) -> token.subject("ann"))))
			.hasStatusOk()
			.hasBodyTextEqualTo("[\"Intro\"]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("ann");
		assertThat(platform.tokenRequests()).isEmpty();
	}

	@Test
	void titlesWhenTwoUsersThenEachWithTheirOwn(MockPlatform platform) {
		for (String user : new String[] { "ann", "bob", "ann" }) {
			assertThat(this.mvc.get().uri("/titles").with(oidcLogin().idToken((token) -> token.subject(user))))
				.hasStatusOk();
		}
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("ann", "bob", "ann");
	}

	@Test
	void titlesWhenTheUsersTokenIsRejectedThenRefreshed(MockPlatform platform) {
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin())).hasStatusOk();
		platform.reject();
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin())).hasStatusOk();
		platform.expire();
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin())).hasStatusOk();
		assertThat(platform.tokenRequests()).extracting("grantType").containsExactly("refresh_token", "refresh_token");
	}

	@Test
	void titlesWhenTheRegistrationIsNamedThenCalled(@Autowired ClientRegistrationRepository registrations) {
		ClientRegistration registration = registrations.findByRegistrationId("platform");
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin().clientRegistration(registration))).hasStatusOk();
	}

	@Test
	void titlesWhenTheLoginIsRevokedThenUnauthorized(MockPlatform platform) {
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin())).hasStatusOk();
		platform.revoke();
		assertThat(this.mvc.get().uri("/titles").with(oidcLogin())).hasStatus(HttpStatus.UNAUTHORIZED);
	}

}
