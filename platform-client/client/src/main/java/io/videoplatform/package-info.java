/**
 * Exceptions, the catalogue of errors, events and the steps of an authorized call.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform;

import org.jspecify.annotations.NullMarked;
