package io.videoplatform.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.videoplatform.client.StepUpChallenge;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a 401 says of the token.
 */
class ChallengeParserTests {

	private static List<String> lines(String lines) {
		return Stream.of(lines.split("~")).toList();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '!', textBlock = """
			Bearer                                                             | true
			bEARER realm="x"                                                   | true
			Bearer error="invalid_token"                                       | true
			Bearer error = "invalid_token"                                     | true
			Bearer error="insufficient_scope"                                  | false
			Bearer realm="a, b", error="invalid_request"                       | false
			Bearer realm="a\\", error=\\"invalid_request"                      | true
			Bearer realm="a\\\\", error="invalid_request"                      | false
			Bearer realm="x" error="insufficient_scope"                        | false
			Bearer error="insufficient_user_authentication", acr_values="gold" | false
			Bearer, Bearer error="insufficient_user_authentication"            | false
			Bearer error="invalid_token", Bearer error="insufficient_scope"    | true
			Basic                                                              | false
			Basic realm="Bearer, error=x"                                      | false
			Negotiate YII/Bearer=                                              | false
			Negotiate a2F=, Bearer                                             | true
			Negotiate a2F==,Bearer error="invalid_token"                       | true
			Basic realm="a"~Bearer realm="b"                                   | true
			Bearer realm="b"~error="insufficient_scope"                        | false
			Basic realm="never ends~Bearer                                     | true
			=x, "y", Bearer                                                    | true
			""")
	void rejectTokenWhenChallengeThenOnlyIfANewTokenMayHelp(String header, boolean expected) {
		assertThat(ChallengeParser.rejectToken(lines(header))).isEqualTo(expected);
	}

	@Test
	void parseWhenSeveralThenEachHasItsParameters() {
		assertThat(ChallengeParser
			.parse(List.of("Negotiate a2F=, Digest qop=\"auth, int\",Nonce = n", "Bearer a=b , A=c")))
			.map(ChallengeParser.Challenge::toString)
			.containsExactly("Challenge[scheme=negotiate, parameters={}]",
					"Challenge[scheme=digest, parameters={qop=auth, int, nonce=n}]",
					"Challenge[scheme=bearer, parameters={a=b}]");
	}

	@Test
	void fromWhenStepUpThenValuesAreRead() {
		HttpHeaders headers = new HttpHeaders();
		headers.add(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"x\"");
		headers.add(HttpHeaders.WWW_AUTHENTICATE,
				"bearer error=\"insufficient_user_authentication\", acr_values=\"gold  silver\", max_age=\"300\"");
		assertThat(StepUpChallenge.from(headers))
			.isEqualTo(new StepUpChallenge(List.of("gold", "silver"), Duration.ofMinutes(5)));
	}

	@ParameterizedTest
	@CsvSource({ "-1", "x", "12345678901234567890", "''", "\u0661" })
	void fromWhenMaxAgeCannotBeReadThenNotStated(String maxAge) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.WWW_AUTHENTICATE,
				"Bearer error=insufficient_user_authentication, max_age=\"%s\"".formatted(maxAge));
		assertThat(StepUpChallenge.from(headers)).isEqualTo(new StepUpChallenge(List.of(), null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "Bearer error=\"invalid_token\", acr_values=\"gold\"",
			"DPoP error=\"insufficient_user_authentication\"" })
	void fromWhenNoStepUpThenNull(String challenge) {
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.WWW_AUTHENTICATE, challenge);
		assertThat(StepUpChallenge.from(headers)).isNull();
	}

	@Test
	void parseWhenTextIsHostileThenEnds() {
		HostileText.feed((text) -> ChallengeParser.rejectToken(List.of(text, text)), "Bearer ", "Bearer realm=\"",
				"Bearer error=\"", "Basic realm=x, ");
	}

	@Test
	void fromWhenTextIsHostileThenEnds() {
		String error = "Bearer error=insufficient_user_authentication, ";
		HostileText.feed((text) -> {
			HttpHeaders headers = new HttpHeaders();
			headers.set(HttpHeaders.WWW_AUTHENTICATE, text);
			StepUpChallenge.from(headers);
		}, error, error + "acr_values=\"", error + "max_age=\"");
	}

}
