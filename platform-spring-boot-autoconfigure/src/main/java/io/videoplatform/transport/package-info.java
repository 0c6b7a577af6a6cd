/**
 * Bounded HTTP exchanges with JSON answers, and the checks that every URL passes.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform.transport;

import org.jspecify.annotations.NullMarked;
