package io.videoplatform.client;

import java.net.URI;
import java.time.Instant;

import io.videoplatform.PlatformStep;
import org.jspecify.annotations.Nullable;

/**
 * What is held of one discovered document at a moment.
 *
 * <pre class="code">
 * List&lt;DocumentSnapshot&gt; documents = client.snapshot().discovery().documents();
 * boolean failing = documents.stream().anyMatch((document) -&gt; document.failures() &gt; 0);
 * </pre>
 *
 * @param step the step that reads the document
 * @param url its URL, without query
 * @param requests how often it was requested; redirects that were followed do not count
 * @param fetchedAt when it was last read, or {@code null} if none is held
 * @param freshUntil until when it is used without a request
 * @param staleUntil until when it is used while it cannot be refreshed
 * @param failures how many attempts have failed since the last success
 * @param nextAttempt the time before which it is not requested again, or {@code null} if
 * the last attempt succeeded
 * @param lastFailure why the last attempt failed, or {@code null} if it succeeded
 * @param failingSince when the first of these failures was, or {@code null} if the last
 * attempt succeeded
 * @param failureType the name of what the last attempt failed of, as metrics have it in
 * {@code error.type}, or {@code null} if it succeeded
 * @since 0.1.0
 */
public record DocumentSnapshot(PlatformStep step, URI url, long requests, @Nullable Instant fetchedAt,
		@Nullable Instant freshUntil, @Nullable Instant staleUntil, int failures, @Nullable Instant nextAttempt,
		@Nullable String lastFailure, @Nullable Instant failingSince, @Nullable String failureType) {

}
