/**
 * Requests to the token endpoint and what they bring: grants, their responses and errors,
 * revocation.
 */
@NullMarked
package io.videoplatform.internal.token.endpoint;

import org.jspecify.annotations.NullMarked;
