/**
 * The writer of HTTP responses on the reactive web stack.
 */
@NullMarked
package io.videoplatform.internal.http.reactive;

import org.jspecify.annotations.NullMarked;
