package io.videoplatform.samples.localplatform.authorization;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReturnAddresses}.
 */
class ReturnAddressesTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			http://localhost:*/cb,     http://localhost:8080/cb,            true
			http://localhost:*/cb,     http://localhost/cb,                 true
			http://localhost:*/cb,     http://localhost:x/cb,               false
			http://localhost:*/cb,     http://localhost.evil.example/cb,    false
			http://localhost:*/cb,     http://localhost:80@evil.example/cb, false
			http://localhost:*/cb,     https://localhost:8080/cb,           false
			http://localhost:8080/cb,  http://localhost:8081/cb,            false
			http://localhost:*/code/*, http://localhost:1/code/platform-a,  true
			http://localhost:*/code/*, http://localhost:1/code/,            false
			http://localhost:*/code/*, http://localhost:1/code/a/b,         false
			http://localhost:*/code/*, http://localhost:1/code/a?b=c,       false
			http://localhost:*,        http://localhost:8080,               true
			http://localhost:*,        http://localhost:8080/,              false
			http://127.0.0.1/cb,       http://127.0.0.1:8080/cb,            true
			http://127.0.0.1:1/cb,     http://127.0.0.1:8080/cb,            true
			http://[::1]/cb,           http://[::1]:8080/cb,                true
			http://127.0.0.1/cb,       http://127.0.0.1.evil.example/cb,    false
			https://app.example/a.b,   https://app.example/a.b,             true
			https://app.example/a.b,   https://app.example/axb,             false
			""")
	void includeWhenUriIsRequestedThenOnlyRegisteredOnes(String registered, String address, boolean included) {
		assertThat(ReturnAddresses.of(List.of(registered)).include(address)).isEqualTo(included);
	}

	@Test
	void includeWhenNoAddressThenFalse() {
		assertThat(ReturnAddresses.of(List.of("http://localhost:*/")).include(null)).isFalse();
	}

}
