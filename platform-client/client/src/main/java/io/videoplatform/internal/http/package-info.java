/**
 * Bounded HTTP exchanges with JSON responses and what makes them fail, and the validation
 * of URLs and text from outside.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform.internal.http;

import org.jspecify.annotations.NullMarked;
