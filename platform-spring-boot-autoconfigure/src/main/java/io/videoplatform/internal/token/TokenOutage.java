package io.videoplatform.internal.token;

import java.time.Instant;

/**
 * An outage of the token endpoint, for one client: it begins with a failure, and ends
 * with the next token. Of logins that are refused at this node, it ends with the next
 * login.
 *
 * @param since when it began
 * @param errorType the name of the last failure, of a closed set
 * @param message what happened last
 */
public record TokenOutage(Instant since, String errorType, String message) {

}
