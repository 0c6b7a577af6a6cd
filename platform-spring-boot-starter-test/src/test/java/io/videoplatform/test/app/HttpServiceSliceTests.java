package io.videoplatform.test.app;

import io.videoplatform.test.ApiRequest;
import io.videoplatform.test.AutoConfigureMockPlatform;
import io.videoplatform.test.MockPlatform;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.oidcLogin;

/**
 * The pages of an application that calls the platform by an HTTP interface.
 */
@WebMvcTest(controllers = HttpServiceSliceTests.CatalogPage.class,
		properties = "platform.grant-type=authorization_code")
@AutoConfigureMockPlatform
@Import(HttpServiceSliceTests.CatalogPage.class)
class HttpServiceSliceTests {

	@Autowired
	private MockMvcTester mvc;

	@Test
	void catalogWhenUserIsLoggedInThenCalledWithThatUsersToken(@Autowired MockPlatform platform) {
		platform.stub("videos", "[\"Intro\"]");
		assertThat(this.mvc.get().uri("/catalog").with(oidcLogin().idToken((token) -> token.subject("ann"))))
			.hasStatusOk()
			.hasBodyTextEqualTo("[\"Intro\"]");
		assertThat(platform.apiRequests()).extracting(ApiRequest::user).containsExactly("ann");
	}

	@TestConfiguration(proxyBeanMethods = false)
	@ImportHttpServices(group = "platform", types = Catalog.class)
	static class HttpServices {

	}

	interface Catalog {

		@GetExchange("videos")
		String videos();

	}

	@RestController
	static class CatalogPage {

		private final Catalog catalog;

		CatalogPage(Catalog catalog) {
			this.catalog = catalog;
		}

		@GetMapping("/catalog")
		String catalog() {
			return this.catalog.videos();
		}

	}

}
