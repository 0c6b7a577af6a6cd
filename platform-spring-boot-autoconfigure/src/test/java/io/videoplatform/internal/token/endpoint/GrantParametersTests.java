package io.videoplatform.internal.token.endpoint;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The parameters of token requests as they are shown.
 */
class GrantParametersTests {

	@Test
	void toStringThenNoValueIsShown() {
		assertThat(GrantParameters.refresh("r3fresh")).asString().doesNotContain("r3fresh");
	}

}
