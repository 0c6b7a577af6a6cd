package io.videoplatform.client;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.videoplatform.internal.http.ChallengeParser;
import io.videoplatform.internal.http.ChallengeParser.Challenge;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * The requirements of a 401 that asks the user to log in again or with a stronger method
 * (RFC 9470, section 3). The access token is valid: it is neither refreshed nor rejected.
 *
 * <pre class="code">
 * catch (WebClientResponseException.Unauthorized ex) {
 *     StepUpChallenge challenge = StepUpChallenge.from(ex.getHeaders());
 *     if (challenge != null) {
 *         // Log in again with acr_values and max_age
 *     }
 * }
 * </pre>
 *
 * @param acrValues the authentication context class references that are accepted, in
 * order of preference ({@code acr_values}); empty if the challenge names none
 * @param maxAge the longest time since the user last logged in ({@code max_age}), or
 * {@code null} if the challenge names none
 * @since 0.1.0
 */
public record StepUpChallenge(List<String> acrValues, @Nullable Duration maxAge) {

	private static final int LONGEST = 9;

	/**
	 * Create a new instance.
	 */
	public StepUpChallenge {
		acrValues = List.copyOf(acrValues);
	}

	/**
	 * Return what the headers of a response ask for.
	 * @param headers the headers of a response with status 401
	 * @return the challenge, or {@code null} if no {@code Bearer} challenge has the error
	 * {@code insufficient_user_authentication}
	 */
	public static @Nullable StepUpChallenge from(HttpHeaders headers) {
		List<String> lines = headers.getOrDefault(HttpHeaders.WWW_AUTHENTICATE, List.of());
		return ChallengeParser.parse(lines)
			.stream()
			.filter((challenge) -> challenge.isBearer()
					&& challenge.error().equals(ChallengeParser.INSUFFICIENT_USER_AUTHENTICATION))
			.map(Challenge::parameters)
			.map(StepUpChallenge::of)
			.findFirst()
			.orElse(null);
	}

	private static StepUpChallenge of(Map<String, String> parameters) {
		String[] acrValues = StringUtils.tokenizeToStringArray(parameters.get("acr_values"), " ");
		return new StepUpChallenge(Arrays.asList(acrValues), seconds(parameters.getOrDefault("max_age", "")));
	}

	/**
	 * What cannot be read counts as not stated.
	 */
	private static @Nullable Duration seconds(String value) {
		boolean digits = !value.isEmpty() && value.length() <= LONGEST
				&& value.chars().allMatch((digit) -> digit >= '0' && digit <= '9');
		return digits ? Duration.ofSeconds(Integer.parseInt(value)) : null;
	}

}
