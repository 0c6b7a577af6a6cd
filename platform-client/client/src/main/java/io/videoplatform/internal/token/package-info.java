/**
 * The token engine: one state machine and one flight for each key.
 */
@NullMarked
package io.videoplatform.internal.token;

import org.jspecify.annotations.NullMarked;
