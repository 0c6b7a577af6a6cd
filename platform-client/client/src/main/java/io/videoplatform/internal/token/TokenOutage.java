package io.videoplatform.internal.token;

import java.time.Instant;

import io.videoplatform.PlatformStep;

/**
 * An outage of the token endpoint, for one client: it begins with a failure, and ends
 * with the next token. Of logins that are refused, at this node or by the provider, it
 * ends with the next login; of tokens that the API refuses, with the next that it
 * accepts.
 *
 * @param since when it began
 * @param step the step that fails
 * @param errorType the name of the last failure, of a closed set
 * @param message what happened last
 */
public record TokenOutage(Instant since, PlatformStep step, String errorType, String message) {

}
