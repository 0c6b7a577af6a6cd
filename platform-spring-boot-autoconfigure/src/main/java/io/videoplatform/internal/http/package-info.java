/**
 * Bounded HTTP exchanges with JSON answers, and the checks that every URL passes.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform.internal.http;

import org.jspecify.annotations.NullMarked;
