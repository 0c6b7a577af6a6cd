/**
 * What all parts share: the steps of an authorized call and the exceptions that name
 * them.
 *
 * @serial exclude
 */
@NullMarked
package io.videoplatform;

import org.jspecify.annotations.NullMarked;
