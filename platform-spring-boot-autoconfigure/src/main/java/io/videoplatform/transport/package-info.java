/**
 * Bounded HTTP exchanges with JSON answers, and the checks that every URL passes.
 */
@NullMarked
package io.videoplatform.transport;

import org.jspecify.annotations.NullMarked;
