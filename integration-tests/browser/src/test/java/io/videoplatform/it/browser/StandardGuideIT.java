package io.videoplatform.it.browser;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;

/**
 * Tests that the code of the guide to a page with tokens works by authorization code.
 */
@ParameterizedClass
@CsvSource({ "SERVLET, standard, KEYCLOAK", "REACTIVE, standard, KEYCLOAK" })
@Tag("full")
class StandardGuideIT extends GuideScenario {

	StandardGuideIT(WebApplicationType stack, String flow, PageLibrary library) {
		super(stack, flow, library);
	}

}
